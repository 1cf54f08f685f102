import type { Steps } from '../../common/steps';
import type { MappedTrace, MappingGap } from './result/mapped';

/** What a mapping knows of a line that it made. */
export interface LineOrigin {
	/** The source is not the application's own. */
	readonly library: boolean;
	/** The likeliest of what the minified line could stand for as well, as text; undefined where there is none. */
	readonly alternative: string | undefined;
	/** Alternatives besides that. */
	readonly moreAlternatives: number;
	/** Why the mapping says less than it could, or nothing. */
	readonly gap?: MappingGap;
}

/** By the line that `plainTrace` gives each frame. Lines of one's own code that can be nothing else, and of which all is known, are left out. */
export function* lineOrigins({ sections }: MappedTrace): Steps<readonly (readonly [line: number, LineOrigin])[]> {
	const origins: [number, LineOrigin][] = [];
	let line = 0;
	for (const section of sections) {
		line += section.headerLines.length;
		for (const { source, frames, alternatives, moreAlternatives, gap } of section.lines) {
			yield;
			if (source.kind === 'raw') {
				line++;
				continue;
			}
			// Not with the words in the place of frames that are left out.
			const told = frames.findIndex(({ frame }) => frame.kind !== 'elided');
			for (const [index, { library }] of frames.entries()) {
				// The alternatives stand with the innermost frame.
				const [first, ...others] = index === 0 ? alternatives : [];
				const missing = index === told ? gap : undefined;
				if (library || first || missing) {
					const alternative = first && (first[0]?.frame.text.trim() ?? '');
					origins.push([
						line,
						{
							library,
							alternative,
							moreAlternatives: first ? others.length + moreAlternatives : 0,
							...(missing && { gap: missing }),
						},
					]);
				}
				line++;
			}
		}
	}
	return origins;
}
