// In each worker of a run of all packages: what a suite starts, starts where it would in a run of its package alone.
process.chdir(process.env.ASSAY_TEST_HOME);
