/** A version as records name it. */
export interface VersionText {
	/** Free text: `3.1`, `2.4.1 (2041)`, `2.4.1-2041-release`. */
	readonly version: string;
	/** The number of the build, where records have it in a field of its own. */
	readonly build?: string | undefined;
}

/** How tags are called, the likeliest first. Those with a build are of use only where one is known, and say more. */
const usualPatterns = [
	'v{version}+{build}',
	'{version}+{build}',
	'v{version}-{build}',
	'{version}-{build}',
	'v{version}',
	'{version}',
	'release/{version}',
	'release/v{version}',
	'release-{version}',
	'{name}-v{version}',
	'{name}-{version}',
	'{name}@{version}',
	'{platform}/v{version}',
	'{platform}/{version}',
	'builds/{lane}/{build}',
] as const;

/** Longer texts name no version (characters). */
const maxVersionLength = 100;
/** Examples of tags that a person is told. */
const maxShapes = 3;

/**
 * The tags that may be of a version: all that fit the first pattern which any fits.
 *
 * @param ownPatterns Tried before the usual ones: of a person's setting or choice.
 */
export function tagsOfVersion(
	tags: readonly string[],
	wanted: VersionText,
	ownPatterns: readonly string[],
): readonly string[] {
	for (const reading of readingsOf(wanted)) {
		for (const pattern of [...ownPatterns, ...usualPatterns]) {
			const template = filledIn(pattern, reading);
			const found = template === undefined ? [] : tags.filter((tag) => fits(tag, template));
			if (found.length > 0) {
				return found;
			}
		}
	}
	return [];
}

/** The pattern by which a tag names its version, for other versions of the same application. */
export function patternOfTag(tag: string, wanted: VersionText): string | undefined {
	for (const { version, build } of readingsOf(wanted)) {
		if (tag.includes(version)) {
			const pattern = tag.replace(version, () => '{version}');
			return build === undefined ? pattern : pattern.replace(build, () => '{build}');
		}
		if (build !== undefined && tag.includes(build)) {
			return tag.replace(build, () => '{build}');
		}
	}
	return undefined;
}

/** What tags look like, without their versions: `release-…`. */
export function shapesOfTags(tags: readonly string[]): readonly string[] {
	return [...new Set(tags.map(shapeOf))].slice(0, maxShapes);
}

function shapeOf(tag: string): string {
	const digit = tag.search(/\d/);
	return digit < 0 ? tag : `${tag.slice(0, digit)}…`;
}

/** What a text may mean, the likeliest first. */
function readingsOf({ version: text, build }: VersionText): readonly VersionText[] {
	const version = text.trim().replace(/^[vV](?=\d)/, '');
	if (version === '' || version.length > maxVersionLength) {
		return [];
	}
	const parts = /^(\d[\w.]*)(?:\s*\(|[+-]|\s)\s*(\d+)\)?(?:-\w+)?$/.exec(version);
	const [, first = version, second = build] = parts ?? [];
	const whole: VersionText = { version, build };
	const readings = parts ? [whole, { version: first, build: second }] : [whole];
	const last = readings.at(-1) ?? whole;
	const otherLength = ofOtherLength(last.version);
	return otherLength === undefined ? readings : [...readings, { ...last, version: otherLength }];
}

/** `3.1` is `3.1.0`. */
function ofOtherLength(version: string): string | undefined {
	if (/^\d+\.\d+$/.test(version)) {
		return `${version}.0`;
	}
	return /^\d+\.\d+\.0$/.test(version) ? version.slice(0, -'.0'.length) : undefined;
}

/** The texts between the places that may hold anything; undefined where what the pattern asks for is not known. */
function filledIn(pattern: string, { version, build }: VersionText): readonly string[] | undefined {
	if (!/\{(?:version|build)\}/.test(pattern) || (pattern.includes('{build}') && !build)) {
		return undefined;
	}
	return pattern
		.split(/\{(?:name|platform|lane)\}/)
		.map((text) => text.replaceAll('{version}', () => version).replaceAll('{build}', () => build ?? ''));
}

/** Whether a tag has these texts in their order, with a name between each two. */
function fits(tag: string, [first = '', ...others]: readonly string[]): boolean {
	if (others.length === 0) {
		return tag === first;
	}
	if (!tag.startsWith(first)) {
		return false;
	}
	let from = first.length;
	for (const [index, text] of others.entries()) {
		const isLast = index === others.length - 1;
		const at = isLast ? tag.length - text.length : tag.indexOf(text, from + 1);
		if (at <= from || !tag.startsWith(text, at) || !/^[\p{L}@]/u.test(tag.slice(from))) {
			return false;
		}
		from = at + text.length;
	}
	return true;
}
