import { SectionText, type SectionTextProps } from "./section-text.tsx";

/** A slide as a card in its shape, its first line as the title. */
export function SlideText({ text, location, ...ranges }: SectionTextProps) {
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-xs font-medium text-muted">{location}</figcaption>
      <div className="flex aspect-video min-h-fit flex-col rounded-lg border border-line bg-surface p-6 shadow-low sm:p-8">
        <SectionText text={text} location={text.split("\n", 1)[0]!} {...ranges} />
      </div>
    </figure>
  );
}
