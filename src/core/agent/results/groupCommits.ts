import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import { ownLines } from '../../report/newestThrownFrom';
import { GroupSuspects } from '../../suspects/groupSuspects';
import { ownersOfFiles, type SuspectCommit, type SuspectReason, type TouchKind } from '../../suspects/suspects';
import type { AgentContext, OpenedRecords } from '../context/agentContext';
import type { AnswerRow, ForeignText } from '../text/answerText';
import { countText, momentText, pathText, versionText } from '../text/hostText';
import { queriesOf } from './queriesOf';
import type { GroupSample } from './sampleTrace';

const maxFrames = 60;
const maxCommits = 5;
const hashLength = 12;
const mostOf = { subject: 200, author: 100, owners: 200, tag: 100 };

interface GroupCommits {
	readonly head: readonly string[];
	readonly rows: readonly AnswerRow[];
	readonly texts: readonly ForeignText[];
}

/** Describes the commits that changed a group's code. Commit messages, tags, and owners are untrusted. */
export async function groupCommits(
	world: AgentContext,
	opened: OpenedRecords,
	{ key, value, fixedIn }: { readonly key: GroupKey; readonly value: GroupValue; readonly fixedIn: readonly string[] },
	trace: GroupSample['trace'],
	signal: AbortSignal,
): Promise<GroupCommits> {
	const find = world.findSuspects;
	if (!find || !trace || key.kind === 'column') {
		return { head: [], rows: [], texts: [] };
	}
	// A version that isn't numeric is untrusted text, which must not appear in an answer.
	const isVersion = (version: string) => versionText(version) !== undefined;
	const suspects = new GroupSuspects(
		queriesOf(opened, signal),
		opened.info,
		(question) => find(question, signal),
		signal,
		isVersion,
	);
	const found = await suspects.of(key, value, { isIncrease: false, fixedIn }, async () =>
		ownLines(await world.locate(trace.frames.slice(0, maxFrames), trace.trace, signal)),
	);
	if (found.kind === 'inconclusive') {
		return { head: [`commits: inconclusive; ${whyNot[found.reason.kind]}`], rows: [], texts: [] };
	}
	const { good, bad, commits, total } = found;
	const [from, to] = [good, bad].map(({ version }) => versionText(version) ?? 'other');
	const count = `${countText(total)} commits touched this code between versions ${from} and ${to}`;
	return {
		head: [`commits: ${count}; they didn't necessarily cause the error`],
		rows: commits.slice(0, maxCommits).map(commitRow),
		texts: [{ label: 'commits.tags', text: `${good.tag}..${bad.tag}`, most: mostOf.tag }],
	};
}

function commitRow(
	{ hash, subject, author, authoredAt, touched, onlyFormatting, files }: SuspectCommit,
	place: number,
): AnswerRow {
	const label = `c${place + 1}`;
	const what = onlyFormatting ? 'touched only white space or the name of the file' : touchWords[touched];
	const paths = files.map(({ path }) => pathText(path)).join(', ');
	const owners = ownersOfFiles(files).join(' ');
	return {
		line: `${label}: ${hash.slice(0, hashLength)} of ${momentText(authoredAt)}: ${what} (${paths})`,
		texts: [
			{ label: `${label}.subject`, text: subject, most: mostOf.subject },
			{ label: `${label}.author`, text: author, most: mostOf.author },
			{ label: `${label}.owners`, text: owners, most: mostOf.owners },
		],
	};
}

const touchWords: Readonly<Record<TouchKind, string>> = {
	function: 'touched the innermost own function',
	caller: 'touched a calling own function',
	file: 'touched only other code of the file',
};

const whyNot: Readonly<Record<SuspectReason['kind'], string>> = {
	noVersions: 'no record has a version',
	noGoodVersion: 'no earlier version without this error',
	noRise: 'no increase with a version',
	noOwnCode: 'no frame in the workspace',
	noGit: 'Git is not installed',
	noRepository: 'the file is not in a Git repository',
	shallow: 'the repository is a shallow clone',
	gitFailed: 'Git failed',
	sameTag: 'both versions have the same tag',
	noTag: 'no unique Git tag for a version',
};
