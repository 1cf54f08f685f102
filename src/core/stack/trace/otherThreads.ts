import type { Section, Trace } from './model';

/**
 * The sections of threads that did not crash, in a trace that tells which one did: their frames did not fail. A section
 * without a header of its own goes on with the thread above it, as stacks do where the platform changes.
 */
export function asideSections({ sections }: Pick<Trace, 'sections'>): ReadonlySet<Section> {
	const aside = new Set<Section>();
	if (!sections.some(({ header }) => header?.crashed === true)) {
		return aside;
	}
	let isAside = false;
	for (const section of sections) {
		isAside = goesOn(section) ? isAside : section.header?.kind === 'thread' && section.header.crashed !== true;
		if (isAside) {
			aside.add(section);
		}
	}
	return aside;
}

function goesOn({ header }: Section): boolean {
	return header === undefined || header.kind === 'cause' || header.kind === 'suppressed' || header.kind === 'rethrow';
}
