import type { OscalSource } from "../../oscal/index.ts";
import { damagedResult } from "../../records/index.ts";
import type { PackageState } from "../package-state.ts";

/** What the OSCAL files of a package are made of. */
export function toOscalSource(state: Omit<PackageState, "originals">): OscalSource {
  const { snapshot, reviews, signOffs, exceptions, damaged } = state;
  return {
    run: snapshot.run,
    packName: state.packName,
    configuration: snapshot.configuration,
    requirements: snapshot.requirements,
    assessments: snapshot.assessments,
    tasks: state.tasks,
    documents: state.documents,
    snapshotHash: state.snapshotHash,
    asOf: state.asOf,
    people: {
      reviews: [...reviews, ...damaged.reviews.map(damagedResult)],
      signOffs: [...signOffs, ...damaged.signOffs.map(damagedResult)],
      exceptions: [...exceptions, ...damaged.exceptions.map(damagedResult)],
      withheldReviews: damaged.withheldReviews,
    },
  };
}
