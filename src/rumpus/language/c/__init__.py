"""Rules as C: writing it, compiling it, finding what was compiled before."""
