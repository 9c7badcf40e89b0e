// `node scripts/install.mjs`: the toolchain and the packages, as each command gets them before it begins.
import { findToolchain, installPackages, toolchainEnv } from "./toolchain.mjs";

installPackages(toolchainEnv(findToolchain()));
