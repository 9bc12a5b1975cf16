"""What benches start beside what they measure."""
