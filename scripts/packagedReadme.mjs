import { posix } from 'node:path';

const hostPaths = new Map([
	['github.com', { files: 'blob/HEAD', raw: 'raw/HEAD' }],
	['gitlab.com', { files: '-/blob/HEAD', raw: '-/raw/HEAD' }],
]);

/**
 * Makes relative links and images absolute or removes them, because an extension's page opens only https URLs.
 * @param {string} markdown
 * @param {{ path: string, repository?: string | { url: string } }} options `path` is relative to the repository.
 */
export function packagedReadme(markdown, { path, repository }) {
	const addresses = addressesOf(repository);
	return markdown
		.split(/(^```[\s\S]*?^```$)/m)
		.map((section, index) => (index % 2 === 1 ? section : rewriteSection(section)))
		.join('');

	/** @param {string} section */
	function rewriteSection(section) {
		const kept = addresses ? section : section.replace(/^!\[[^\]]*\]\((?![a-z]+:)[^)]*\)\n\n?/gm, '');
		return kept.replace(/(!?)\[([^\]]*)\]\(([^)]*)\)/g, (link, mark, text, target) => {
			if (/^[a-z]+:/.test(target) || (addresses && target.startsWith('#'))) {
				return link;
			}
			if (!addresses) {
				return text;
			}
			const folder = mark ? addresses.raw : addresses.files;
			return `${mark}[${text}](${folder}/${posix.join(posix.dirname(path), target)})`;
		});
	}
}

/** @param {{ homepage?: string, repository?: string | { url: string } }} manifest */
export function projectUrl({ homepage, repository }) {
	const { host, name } = locate(repository);
	return homepage ?? (host && name && `https://${host}/${name}`);
}

/** @param {string | { url: string } | undefined} repository */
function addressesOf(repository) {
	const { host, name } = locate(repository);
	const paths = hostPaths.get(host ?? '');
	return paths && { files: `https://${host}/${name}/${paths.files}`, raw: `https://${host}/${name}/${paths.raw}` };
}

// Accepts `owner/name`, `github:owner/name`, and Git URLs.
/** @param {string | { url: string } | undefined} repository */
function locate(repository) {
	const url = typeof repository === 'string' ? repository : repository?.url;
	const short = /^(?:(github|gitlab):)?([\w.-]+\/[\w.-]+)$/.exec(url ?? '');
	const long = /^(?:git\+)?(?:https|ssh|git):\/\/(?:[^@/]*@)?([\w.-]+)\/(.+?)(?:\.git)?\/?$/.exec(url ?? '');
	const scp = /^git@([\w.-]+):(.+?)(?:\.git)?$/.exec(url ?? '');
	const host = short ? `${short[1] ?? 'github'}.com` : (long ?? scp)?.[1];
	const name = short ? short[2] : (long ?? scp)?.[2];
	return { host, name };
}
