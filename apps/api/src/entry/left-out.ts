// In bundles of runtimes that must load little, it is there in place of packages that their settings may not name.
export {};
