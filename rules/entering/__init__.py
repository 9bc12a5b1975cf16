"""An entry list as people hold it, typed, pasted or in a file: what it says, and whom it names twice."""
