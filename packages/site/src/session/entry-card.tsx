import type { ReactNode } from "react";
import { BASE } from "../router/location.ts";

/** The frame of what is before the site itself. */
export function EntryCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="flex h-dvh overflow-y-auto p-4">
      <div className="m-auto flex w-full max-w-sm flex-col gap-4 rounded-xl border border-line bg-raised p-6 shadow-raised">
        <div className="flex items-center gap-3">
          <img src={`${BASE}/icon.svg`} alt="" width={32} height={32} />
          <h1 className="text-lg font-semibold">{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
