import { versionKey } from '../records/query/values/versionKey';

/**
 * Returns true if a version contains the fix. A version belongs to the release line with which it has the most leading
 * components in common or, if there are several, to the highest of them.
 */
export function containsFix(version: string, fixedIn: readonly string[]): boolean {
	const line = lineOf(version, fixedIn);
	return line !== undefined && versionKey(version) >= versionKey(line);
}

/** Returns the fixed version in the release line of a version. Returns undefined if `fixedIn` is empty. */
export function lineOf(version: string, fixedIn: readonly string[]): string | undefined {
	let best: { readonly line: string; readonly common: number } | undefined;
	for (const line of fixedIn) {
		const common = partsInCommon(version, line);
		if (!best || common > best.common || (common === best.common && versionKey(line) > versionKey(best.line))) {
			best = { line, common };
		}
	}
	return best?.line;
}

function partsInCommon(one: string, other: string): number {
	const [parts, others] = [partsOf(one), partsOf(other)];
	const different = parts.findIndex((part, at) => part !== others[at]);
	return different < 0 ? parts.length : different;
}

function partsOf(version: string): readonly string[] {
	const parts = version.toLowerCase().match(/\d+|\p{L}+/gu) ?? [];
	return (parts[0] === 'v' ? parts.slice(1) : parts).map((part) => part.replace(/^0+(?=\d)/, ''));
}
