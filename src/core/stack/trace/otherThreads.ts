import type { Section, Trace } from './model';

/** Returns the sections of threads that didn't crash. A section without a header belongs to the preceding thread. */
export function otherThreads({ sections }: Pick<Trace, 'sections'>): ReadonlySet<Section> {
	const others = new Set<Section>();
	if (!sections.some(({ header }) => header?.crashed === true)) {
		return others;
	}
	let isOther = false;
	for (const section of sections) {
		isOther = goesOn(section) ? isOther : section.header?.kind === 'thread' && section.header.crashed !== true;
		if (isOther) {
			others.add(section);
		}
	}
	return others;
}

function goesOn({ header }: Section): boolean {
	return header === undefined || header.kind === 'cause' || header.kind === 'suppressed' || header.kind === 'rethrow';
}
