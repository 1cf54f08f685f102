import type { CooperativeTask } from '../../common/cooperativeTask';
import type { MappedTrace, MappingGap } from './result/mapped';

export interface LineOrigin {
	readonly library: boolean;
	/** Most likely alternative for the line. Undefined if the line has no alternatives. */
	readonly alternative: string | undefined;
	readonly moreAlternatives: number;
	readonly gap?: MappingGap;
}

/** Returns the origin of each line in `plainTrace`, except lines in the user's code that are fully mapped. */
export function* lineOrigins({
	sections,
}: MappedTrace): CooperativeTask<readonly (readonly [line: number, LineOrigin])[]> {
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
			const firstShown = frames.findIndex(({ frame }) => frame.kind !== 'elided');
			for (const [index, { library }] of frames.entries()) {
				const [first, ...others] = index === 0 ? alternatives : [];
				const missing = index === firstShown ? gap : undefined;
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
