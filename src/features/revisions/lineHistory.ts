import type { EngineClient } from '../../engine/engineClient';
import type { GitRepository } from '../../vscode/git';

interface LineOfText {
	readonly text: string;
	readonly line1: number;
}

/** A version of the file's text, and the commit between it and the previous version in the list. */
interface LineStep {
	readonly revision: string;
	/** Undefined for uncommitted changes. */
	readonly hash: string | undefined;
}

/** Returns the commits that changed a line in a range of revisions. The last one added or deleted the line. */
export async function commitsOfLine(
	from: LineOfText,
	steps: readonly LineStep[],
	textAt: (revision: string) => Promise<string>,
	engine: Pick<EngineClient, 'call'>,
	signal: AbortSignal,
): Promise<ReadonlySet<string>> {
	const touched = new Set<string>();
	let { text, line1 } = from;
	for (const { revision, hash } of steps) {
		signal.throwIfAborted();
		const next = await textAt(revision);
		const [found] = (await engine.call('mapLines', { before: text, after: next, lines: [line1] }, { signal })) ?? [];
		if (hash !== undefined && found?.kind !== 'same' && found?.kind !== 'shifted') {
			touched.add(hash);
		}
		if (found === undefined || !('line1' in found)) {
			return touched;
		}
		[text, line1] = [next, found.line1];
	}
	return touched;
}

/** Returns a function that reads a file at a revision. The text is empty if the file didn't exist then. */
export function getTexts(repository: Pick<GitRepository, 'show'>, path: string): (revision: string) => Promise<string> {
	return (revision) => repository.show(revision, path).catch(() => '');
}
