import type { EngineClient } from '../../engine/engineClient';
import type { GitRepository } from '../../vscode/git';

/** A line (base 1) and the text that it is of. */
interface LineOfText {
	readonly text: string;
	readonly line1: number;
}

/** A text of the same file, and the commit that makes it unlike the text before it in the row. */
interface LineStep {
	readonly revision: string;
	/** Undefined where what differs is not committed. */
	readonly hash: string | undefined;
}

/**
 * Follows a line through a row of revisions of its file, back or on, and tells the commits that touched it, up to the one
 * that it came with or went with.
 */
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

/** What reads a file's text at a revision; '' where it was not there. */
export function textsOf(repository: Pick<GitRepository, 'show'>, path: string): (revision: string) => Promise<string> {
	return (revision) => repository.show(revision, path).catch(() => '');
}
