import { createRequire } from 'node:module';

/** Maximum size of the extension package in bytes. */
export const maxPackageBytes = 950_000;

/** Maximum number of tags, including tags derived from package.json. It is below the Marketplace's limit of 30 tags. */
const maxTags = 20;

/**
 * @typedef {{ url?: string }} Address
 * @typedef {{ version: string, publisher?: string, license?: string, homepage?: string, repository?: Address,
 * bugs?: Address }} Manifest
 */

/**
 * Returns the reasons for which a marketplace would reject the package or show a broken page.
 * @param {{ manifest: Manifest, tags: readonly string[], packageBytes: number, readme: string, changelog: string,
 * gitTag?: string | undefined }} release `readme` is the README in the package.
 * @returns {string[]}
 */
export function releaseProblems({ manifest, tags, packageBytes, readme, changelog, gitTag }) {
	const { version, publisher, license, homepage, repository, bugs } = manifest;
	const identity = { publisher, license, homepage, 'repository.url': repository?.url, 'bugs.url': bugs?.url };
	const absent = Object.entries(identity).filter(([, value]) => !value);
	const problems = absent.map(([name]) => `package.json has no ${name}: run npm pkg set ${name}=…`);
	if (tags.length > maxTags) {
		problems.push(`${tags.length} tags instead of at most ${maxTags}: ${tags.join(', ')}`);
	}
	if (packageBytes > maxPackageBytes) {
		problems.push(`The extension package has ${packageBytes} bytes instead of at most ${maxPackageBytes}.`);
	}
	for (const [, mark = '', target = ''] of readme.matchAll(/(!?)\[[^\]]*\]\(([^)]*)\)/g)) {
		if (!/^https:/.test(target) || (mark && /\.svg$/.test(target))) {
			problems.push(`The packaged README has a ${mark ? 'picture' : 'link'} that marketplaces don't show: ${target}`);
		}
	}
	const heading = changelog.split('\n').find((line) => line.startsWith(`## [${version}]`)) ?? '';
	if (!/ - \d{4}-\d\d-\d\d$/.test(heading)) {
		problems.push(`CHANGELOG.md has no date for version ${version}.`);
	}
	if (gitTag !== undefined && gitTag !== `v${version}`) {
		problems.push(`The Git tag is ${gitTag}, but package.json has version ${version}.`);
	}
	return problems;
}

/**
 * Returns the tags that the VS Code Marketplace derives from package.json.
 * @returns {Promise<string[]>}
 */
export async function marketplaceTags() {
	const { TagsProcessor, readManifest } = createRequire(import.meta.url)('@vscode/vsce/out/package');
	const processor = new TagsProcessor(await readManifest('.'));
	await processor.onEnd();
	return processor.tags;
}
