export type TrackerKind = 'github' | 'gitlab' | 'bitbucket' | 'azure' | 'gitea' | 'template';

/** Issue tracker whose web page can create an issue. */
export interface IssueTracker {
	readonly kind: TrackerKind;
	/** Host that the browser opens, in ASCII. It includes the port unless the port is 443. */
	readonly host: string;
	/** Repository or project, such as `owner/name`. Empty for a URL template. */
	readonly name: string;
	/**
	 * `https` URL, or a URL template with the placeholder `{title}`, `{body}`, or both. Without placeholders, the title and
	 * the body are added to the URL.
	 */
	readonly url: string;
}

const maxLength = 500;

/**
 * Returns the issue tracker for the URL of a Git remote, which is untrusted. Returns undefined if the host or format is
 * unknown.
 */
export function trackerOfRemote(remote: string): IssueTracker | undefined {
	const place = remote.length <= maxLength ? placeOf(remote) : undefined;
	const names = place && namesIn(place.path);
	if (!place || !names) {
		return undefined;
	}
	const kind = kindOf(place.host);
	if (kind === 'azure') {
		return azureTracker(place.host, names);
	}
	const path = names.map(encodeURIComponent).join('/');
	return kind === undefined || names.length < 2 || (names.length > 2 && kind !== 'gitlab')
		? undefined
		: {
				kind,
				host: place.host,
				name: names.join('/'),
				url: `https://${place.host}/${path}${kind === 'gitlab' ? '/-' : ''}/issues/new`,
			};
}

/**
 * Returns the issue tracker for a URL template from the user. Returns undefined if the template is invalid or if its
 * host depends on the title or body.
 */
export function trackerOfTemplate(template: string): IssueTracker | undefined {
	const counts = ['{title}', '{body}'].map((name) => template.split(name).length - 1);
	const [one, other] = ['a', 'b'].map((text) => URL.parse(fillTemplate(template, text, text)));
	const isUsable =
		counts.some((count) => count === 1) &&
		counts.every((count) => count <= 1) &&
		template.length <= maxLength &&
		/^https:\/\/[\x21-\x7e]+$/.test(template) &&
		one?.protocol === 'https:' &&
		one.username === '' &&
		one.password === '' &&
		one.host === other?.host;
	return isUsable ? { kind: 'template', host: one.host, name: '', url: template } : undefined;
}

export function fillTemplate(template: string, title: string, body: string): string {
	return template.replace(/\{(title|body)\}/g, (_, name) => (name === 'title' ? title : body));
}

interface RemotePlace {
	readonly host: string;
	readonly path: string;
}

function placeOf(remote: string): RemotePlace | undefined {
	// The input has at most 500 characters (`maxLength`).
	const scp = /^(?:[\w.+-]+@)?([a-z\d][a-z\d.-]*):(?!\/\/)\/?([^\s\\]+)$/i.exec(remote);
	const url = URL.parse(scp ? `ssh://${scp[1]}/${scp[2]}` : remote);
	if (!url || !/^(?:https?|ssh|git\+ssh|git):$/.test(url.protocol) || !/^[a-z\d.-]+$/i.test(url.hostname)) {
		return undefined;
	}
	const name = url.hostname.toLowerCase();
	// A port that belongs to another protocol, such as SSH, is not the port of the web server.
	const host = url.protocol === 'https:' && url.port !== '' ? `${name}:${url.port}` : name;
	return { host: sshHosts.get(host) ?? host, path: url.pathname };
}

/** For each host that serves only SSH, the host of its web pages. */
const sshHosts: ReadonlyMap<string, string> = new Map([
	['ssh.github.com', 'github.com'],
	['altssh.gitlab.com', 'gitlab.com'],
	['altssh.bitbucket.org', 'bitbucket.org'],
	['ssh.dev.azure.com', 'dev.azure.com'],
]);

/** Returns the segments of a path. Returns undefined if a segment could lead to an unrelated page on the host. */
function namesIn(path: string): readonly string[] | undefined {
	try {
		const names = path
			.split('/')
			.filter((name) => name !== '')
			.map(decodeURIComponent);
		const last = names.length - 1;
		const plain = names.map((name, at) => (at === last ? name.replace(/\.git$/, '') : name));
		return plain.every((name) => /^(?!\.*$)[\p{L}\p{N} ._~+-]{1,100}$/u.test(name)) ? plain : undefined;
	} catch {
		return undefined;
	}
}

function kindOf(host: string): Exclude<TrackerKind, 'template'> | undefined {
	if (host === 'dev.azure.com' || host.endsWith('.visualstudio.com')) {
		return 'azure';
	}
	if (/^git(?:hub|lab)\.com\./.test(host)) {
		return undefined;
	}
	if (host === 'bitbucket.org') {
		return 'bitbucket';
	}
	if (host === 'codeberg.org' || /^(?:gitea|forgejo)\./.test(host)) {
		return 'gitea';
	}
	return /^gitlab\./.test(host) ? 'gitlab' : /^github\.|\.ghe\.com$/.test(host) ? 'github' : undefined;
}

/**
 * The paths of Azure DevOps repositories have the format `organization/project/_git/repository`, or
 * `v3/organization/project/repository` for SSH.
 */
function azureTracker(host: string, names: readonly string[]): IssueTracker | undefined {
	const [account = ''] = host.split('.');
	const isLegacy = host.endsWith('.visualstudio.com');
	const isSsh = names[0] === 'v3' && names.length === 4;
	const [organization, ...rest] = isSsh ? names.slice(1) : isLegacy ? [account, ...names] : names;
	const path = rest.filter((name) => name !== 'DefaultCollection' && name !== '_git');
	const [project] = path;
	if (organization === undefined || project === undefined || path.length > 2 || (!isSsh && !rest.includes('_git'))) {
		return undefined;
	}
	const base = [organization, project].map(encodeURIComponent).join('/');
	return {
		kind: 'azure',
		host: 'dev.azure.com',
		name: `${organization}/${project}`,
		url: `https://dev.azure.com/${base}/_workitems/create/Bug`,
	};
}
