import { readFile, stat } from 'node:fs/promises';
import { dirname, posix, relative, sep } from 'node:path';
import { Scheduler } from '../common/scheduler';
import type { OwnLine } from '../report/newestThrownFrom';
import type { NoTag } from '../revisions/results';
import { shapesOfTags, tagsOfVersion } from '../revisions/versionTags';
import { maxSourceLength } from '../stack/locate/outline/maxSourceLength';
import { findGit } from '../stack/mapping/tools/findTool';
import { CodeOwners } from './codeOwners';
import { FileHistory, readCode } from './fileHistory';
import { GitReader } from './gitReader';
import { type OwnPlace, rankingCommits } from './rankCommits';
import type { SuspectQuestion, SuspectReason, Suspects, TaggedVersion } from './suspects';

const maxLines = 12;
const maxNamed = 20;
const maxTried = 20;
/** Maximum file size in bytes, assuming at most four bytes for each UTF-16 code unit. */
const maxBytes = 4 * maxSourceLength;
const refPrefix = 'refs/tags/';

/** Returns the commits between two versions that changed the code in a stack trace. Runs no program except Git. */
export async function findSuspects(question: SuspectQuestion, signal: AbortSignal): Promise<Suspects> {
	const [innermost] = question.lines;
	const program = question.program ?? (await findGit({ env: process.env, platform: process.platform }));
	if (!innermost || program === undefined) {
		return inconclusive({ kind: innermost ? 'noGit' : 'noOwnCode' });
	}
	const git = new GitReader(program, dirname(innermost.path), signal);
	const facts = await git.output(['rev-parse', '--show-toplevel', '--show-prefix', '--is-shallow-repository']);
	const [root = '', prefix = '', isShallow = ''] = facts?.split('\n') ?? [];
	if (facts === undefined || root === '') {
		return inconclusive({ kind: 'noRepository' });
	}
	// A shallow clone doesn't contain the parents of its oldest commits. These commits would seem to add all lines.
	if (isShallow !== 'false') {
		return inconclusive({ kind: 'shallow' });
	}
	const tags = await tagsAround(git, question);
	if ('kind' in tags) {
		return inconclusive(tags);
	}
	const { good, bad } = tags;
	const repository = new GitReader(program, root, signal);
	const scheduler = new Scheduler(signal);
	const history = new FileHistory(repository, { good: refOf(good), bad: refOf(bad) }, scheduler);
	const places: OwnPlace[] = [];
	for (const line of question.lines.slice(0, maxLines)) {
		const place = await placeOf(line, innermost, prefix, history, scheduler);
		places.push(...(place ? [place] : []));
	}
	if (places.length === 0) {
		return inconclusive({ kind: 'noOwnCode' });
	}
	const commits = await history.commits(new Set(places.flatMap(({ names }) => [...names])));
	if (!commits) {
		return inconclusive({ kind: 'gitFailed' });
	}
	const codes = await history.codes(commits);
	const { result: ranked } = await scheduler.run(rankingCommits(commits, places, (blob) => codes.get(blob)));
	const named = ranked.slice(0, maxNamed);
	const owners = await ownersOf(
		named.flatMap(({ paths }) => paths),
		root,
		scheduler,
	);
	return {
		kind: 'found',
		root,
		good,
		bad,
		commits: named.map(({ paths, ...commit }) => ({
			...commit,
			files: paths.map((path) => ({ path, owners: owners.get(path) ?? [] })),
		})),
		total: ranked.length,
	};
}

async function ownersOf(
	paths: readonly string[],
	root: string,
	scheduler: Scheduler,
): Promise<ReadonlyMap<string, readonly string[]>> {
	const owners = await CodeOwners.read(root);
	const found = new Map<string, readonly string[]>();
	for (const path of new Set(paths)) {
		found.set(path, owners.of(path));
		if (scheduler.isYieldDue) {
			await scheduler.yieldNow();
		}
	}
	return found;
}

function inconclusive(reason: SuspectReason): Suspects {
	return { kind: 'inconclusive', reason };
}

function refOf({ tag }: TaggedVersion): string {
	return `${refPrefix}${tag}`;
}

async function tagsAround(
	git: GitReader,
	{ versions, tagPatterns }: Pick<SuspectQuestion, 'versions' | 'tagPatterns'>,
): Promise<{ readonly good: TaggedVersion; readonly bad: TaggedVersion } | SuspectReason> {
	const refs = await git.output(['for-each-ref', '--format=%(refname)', refPrefix]);
	if (refs === undefined) {
		return { kind: 'gitFailed' };
	}
	const tags = refs.split('\n').flatMap((ref) => (ref === '' ? [] : [ref.slice(refPrefix.length)]));
	const bad = firstTagged(versions.bad, tags, tagPatterns);
	const good = firstTagged(versions.good, tags, tagPatterns);
	if ('kind' in bad) {
		return bad;
	}
	if ('kind' in good) {
		return good;
	}
	return good.tag === bad.tag ? { kind: 'sameTag', tag: bad.tag } : { good, bad };
}

/** Returns the first version that has a tag. Skipping versions without a tag only extends the range of commits. */
function firstTagged(
	versions: readonly string[],
	tags: readonly string[],
	tagPatterns: readonly string[],
): TaggedVersion | SuspectReason {
	for (const version of versions.slice(0, maxTried)) {
		const [tag, ...others] = tagsOfVersion(tags, { version }, tagPatterns);
		if (tag !== undefined) {
			return others.length === 0
				? { version, tag }
				: { kind: 'noTag', version, answer: { kind: 'several', tags: [tag, ...others] } };
		}
	}
	const answer: NoTag = tags.length === 0 ? { kind: 'noTags' } : { kind: 'none', examples: shapesOfTags(tags) };
	return { kind: 'noTag', version: versions[0] ?? '', answer };
}

/**
 * Returns the place of a line in the repository. Returns undefined if its file isn't in the same repository as the
 * innermost line.
 */
async function placeOf(
	{ path, line1 }: OwnLine,
	innermost: OwnLine,
	prefix: string,
	history: FileHistory,
	scheduler: Scheduler,
): Promise<OwnPlace | undefined> {
	const below = posix.join(prefix, relative(dirname(innermost.path), path).split(sep).join('/'));
	const text = await readSource(path);
	if (text === undefined || below.startsWith('../') || posix.isAbsolute(below) || /["\\\p{Cc}]|^[a-z]:/iu.test(below)) {
		return undefined;
	}
	const code = await readCode(path, text, scheduler);
	return { path: below, names: await history.namesOf(below), line1, code };
}

async function readSource(path: string): Promise<string | undefined> {
	try {
		const stats = await stat(path);
		return stats.isFile() && stats.size <= maxBytes ? await readFile(path, 'utf8') : undefined;
	} catch {
		return undefined;
	}
}
