export interface VersionText {
	/** Version in any common format, such as `3.1`, `2.4.1 (2041)`, or `2.4.1-2041-release`. */
	readonly version: string;
	readonly build?: string | undefined;
}

/** Common tag patterns, most likely first. A pattern with a build number is used only if the build number is known. */
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

const maxVersionLength = 100;
const maxShapes = 3;

/** @param ownPatterns Patterns that the user has configured or selected. They are tried before the common patterns. */
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

/**
 * Returns the pattern of a tag, such as `v{version}`, which also matches the tags of other versions. Returns undefined
 * if the tag contains neither the version nor the build.
 */
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

/** Returns the distinct prefixes of tags, up to the first digit, such as `release-…`. */
export function shapesOfTags(tags: readonly string[]): readonly string[] {
	return [...new Set(tags.map(getShape))].slice(0, maxShapes);
}

function getShape(tag: string): string {
	const digit = tag.search(/\d/);
	return digit < 0 ? tag : `${tag.slice(0, digit)}…`;
}

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

/** Returns an equivalent version with a different number of components, such as `3.1.0` for `3.1`. */
function ofOtherLength(version: string): string | undefined {
	if (/^\d+\.\d+$/.test(version)) {
		return `${version}.0`;
	}
	return /^\d+\.\d+\.0$/.test(version) ? version.slice(0, -'.0'.length) : undefined;
}

function filledIn(pattern: string, { version, build }: VersionText): readonly string[] | undefined {
	if (!/\{(?:version|build)\}/.test(pattern) || (pattern.includes('{build}') && !build)) {
		return undefined;
	}
	return pattern
		.split(/\{(?:name|platform|lane)\}/)
		.map((text) => text.replaceAll('{version}', () => version).replaceAll('{build}', () => build ?? ''));
}

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
