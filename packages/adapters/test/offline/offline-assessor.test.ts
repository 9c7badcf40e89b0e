import { describeAssessor } from "@assay/testing/describe-assessor";
import { createOfflineAssessor } from "../../src/offline/index.ts";

describeAssessor("The offline assessor", createOfflineAssessor);
