"""The promises of Barpoint as figures that anybody can measure: ``bin/bench reliability``."""
