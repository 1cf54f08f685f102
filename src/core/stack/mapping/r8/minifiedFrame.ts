import type { Frame, RawLine } from '../../trace/model';
import type { MinifiedFrame } from './sourcePlaces';

/**
 * Google's services and the system's browser load code of theirs into every process. Their short names mean nothing in an
 * application's mapping.
 */
const otherModules = /^com\.google\.android\.gms(?:\.|$)/;
const otherFiles = 'chromium-';

/** What a mapping is asked about a line; undefined for lines that are no managed frame of the application. */
export function minifiedFrame(line: Frame | RawLine): MinifiedFrame | undefined {
	if (line.kind !== 'managed' || line.type === undefined || line.method === undefined) {
		return undefined;
	}
	const { type, method, file, line1, position, module } = line;
	if ((module !== undefined && otherModules.test(module)) || file?.startsWith(otherFiles)) {
		return undefined;
	}
	return { type, method, file, line1, position: line1 ?? (position?.kind === 'dexPc' ? position.offset : undefined) };
}

/** Classes of the platform are in no mapping. Those of libraries are: they are minified with the application. */
const platformClass =
	/^(?:java|javax|jdk|sun|com\.sun|android|dalvik|libcore|com\.android\.(?:internal|server)|org\.(?:json|xml|w3c))\./;

/** @param type as a frame has it */
export function isPlatformClass(type: string): boolean {
	return platformClass.test(type);
}
