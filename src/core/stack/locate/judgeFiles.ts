import { throwIfAborted } from '../../common/cancellation';
import { framePath } from '../trace/framePath';
import { packagePath } from './candidates';
import type { FrameQuestion, SourceFile } from './frameTarget';
import { aroundFrame } from './frameTarget';
import { type FrameCircumstances, type Judged, judge } from './judge';
import { maxSourceLength } from './outline/maxSourceLength';
import { getDartPackage, getSwiftTarget } from './packages';
import type { SourceWorld } from './sourceWorld';

export const readAtOnce = 12;

interface ReadFile {
	readonly file: SourceFile;
	readonly text: string | undefined;
}

/** Reads the files. Throws `cancelled`, or the error of an aborted `world.read`. */
export async function readFiles(
	files: readonly SourceFile[],
	world: SourceWorld,
	signal: AbortSignal,
): Promise<readonly ReadFile[]> {
	const read = await Promise.all(files.map(async (file) => ({ file, text: await world.read(file, signal) })));
	throwIfAborted(signal);
	return read;
}

export async function judgeFiles(
	question: FrameQuestion,
	files: readonly ReadFile[],
	world: SourceWorld,
	signal: AbortSignal,
): Promise<readonly Judged[]> {
	const texts = files.map(({ file: { path }, text }) => ({ path, text: text?.slice(0, maxSourceLength) }));
	const said = await world.ask(aroundFrame(question), texts, signal);
	const judged: Judged[] = [];
	for (const [index, read] of files.entries()) {
		const says = said[index];
		if (says) {
			judged.push(judge(question.frame, read.file, says, await circumstancesOf(question, read, world, signal)));
		}
	}
	return judged;
}

async function circumstancesOf(
	{ frame, trace }: FrameQuestion,
	{ file, text }: ReadFile,
	world: SourceWorld,
	signal: AbortSignal,
): Promise<FrameCircumstances> {
	return {
		dartPackage: await getDartPackage(framePath(frame.file), file, world, signal),
		swiftTarget: getSwiftTarget(file, world.index),
		learned: world.learned.leadsTo(trace, packagePath(frame), file),
		sameProject: world.learned.knowsProject(file),
		open: world.isOpen(file),
		unread: text === undefined,
	};
}
