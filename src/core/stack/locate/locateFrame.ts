import { throwIfAborted } from '../../common/cancellation';
import { isLibraryFrame } from '../own/libraryFrame';
import type { OwnCode } from '../own/ownCode';
import { isBundled } from '../trace/bundledFrame';
import { lastSegment } from '../trace/characters';
import { stackOf } from '../trace/failingThread';
import type { Frame, Trace } from '../trace/model';
import { otherThreads } from '../trace/otherThreads';
import { type Candidates, candidatesFor, likeliest, packagePath } from './candidates';
import { frameStatus } from './frameStatus';
import type { FrameQuestion, Located, NoTarget } from './frameTarget';
import type { Judged } from './judge';
import { judgeFiles, readAtOnce, readFiles } from './judgeFiles';
import { isTopLevelKotlin, searchKotlin } from './kotlinSearch';
import { isOwnProgram } from './ownProgram';
import { getCertain } from './rank';
import { getChoice, resolveTarget } from './resolveTarget';
import type { SourceWorld } from './sourceWorld';
import { isSearched, searchSwift } from './swiftSearch';

const maxTries = 64;
/** Number of name lookups that take about as long as one text search. */
const triesOfSearch = 8;

/**
 * Maximum number of files with the same name to read. Files whose folders are most similar to the frame's path come
 * first.
 */
const maxRead = 48;

/** Locates a frame in the indexed files. Throws `cancelled`, or the error of an aborted `world.read`. */
export async function locateFrame(
	question: FrameQuestion,
	world: SourceWorld,
	signal: AbortSignal = new AbortController().signal,
): Promise<Located> {
	throwIfAborted(signal);
	const { frame } = question;
	const { index, learned, own } = world;
	const named = candidatesFor(frame, index);
	const none = (): Located => ({ kind: 'none', reason: unplaced(frame, named, index.capped, own) });
	if (index.folders.length === 0) {
		return { kind: 'none', reason: { kind: 'noWorkspace' } };
	}
	const searched = (await searchSwift(question, world, signal)) ?? (await searchKotlin(question, world, signal));
	if (searched !== undefined) {
		return searched;
	}
	if (named.files.length === 0 || (isOfDependency(frame) && own.declares(frame) === undefined)) {
		return none();
	}
	// If the index is incomplete, there may be other files with the same name.
	const only = named.files.length === 1 && !index.capped;
	const files = likeliest(frame, named.files, maxRead);
	const possible: Judged[] = [];
	for (let start = 0; start < files.length; start += readAtOnce) {
		const read = await readFiles(files.slice(start, start + readAtOnce), world, signal);
		const judged = await judgeFiles(question, read, world, signal);
		possible.push(...judged.filter((one) => isPossible(one, named.by)));
		const whole = start + readAtOnce >= named.files.length && !index.capped;
		const certain = getCertain(possible, { by: named.by, only, whole, frame });
		if (certain !== undefined && (await isOwnProgram(certain, question, world, signal))) {
			if (named.by === 'file') {
				learned.found(question.trace, packagePath(frame), certain.file);
			}
			return { kind: 'target', target: resolveTarget(certain, frame, only) };
		}
	}
	if (possible.length === 0 || isLibraryFrame(frame, own.declares)) {
		return none();
	}
	return getChoice(possible, { by: named.by, frame, only });
}

const dependencies = /(?:^|[/\\])(?:node_modules|\.pub-cache|PackageCache|site-packages|\.cargo)[/\\]/;

function isOfDependency({ file }: Frame): boolean {
	return file !== undefined && dependencies.test(file);
}

/**
 * Returns true if the file may be the target. A file in another package is accepted only if the package was renamed.
 */
function isPossible({ namespace, shared, holdsType, dartPackage, unread }: Judged, by: Candidates['by']): boolean {
	if (unread || dartPackage === 'contradicts') {
		return unread && by === 'file';
	}
	if (namespace === 'contradicts') {
		return shared > 1 && holdsType;
	}
	return by === 'file' || by === 'compiled' || holdsType;
}

/** Returns the first frame in the user's code that can be located. After a crash, searches only the crashed thread. */
export async function firstOwnFrame(
	trace: Trace,
	{ index, own }: Pick<SourceWorld, 'index' | 'own'>,
	locate: (question: FrameQuestion) => Promise<Located>,
): Promise<Frame | undefined> {
	let tries = 0;
	const others = otherThreads(trace);
	for (const section of trace.sections) {
		for (const frame of others.has(section) ? [] : stackOf(section)) {
			if (frameStatus(frame, index, own) === 'own' && tries < maxTries) {
				tries += isSearched(frame, index) || isTopLevelKotlin(frame, index) ? triesOfSearch : 1;
				if ((await locate({ frame, trace })).kind !== 'none') {
					return frame;
				}
			}
		}
	}
	return undefined;
}

function unplaced(frame: Frame, { name }: Candidates, capped: boolean, own: OwnCode): NoTarget {
	if (frame.kind === 'gap' || frame.kind === 'elided') {
		return { kind: 'nothingNamed' };
	}
	if (isLibraryFrame(frame, own.declares)) {
		return { kind: 'library' };
	}
	if (isMinified(frame)) {
		return { kind: 'minified' };
	}
	const symbol = frame.method ?? frame.type;
	if (frame.kind === 'native' && frame.file === undefined && symbol === undefined && frame.image !== undefined) {
		return { kind: 'symbolsNeeded', image: frame.image.name };
	}
	return name === undefined ? { kind: 'nothingNamed' } : { kind: 'notFound', name, capped };
}

export function isMinified(frame: Frame): boolean {
	const { kind, file, type, mapId, position, line1, flags, module = '' } = frame;
	if (isBundled(frame)) {
		return true;
	}
	// Debuggers print assemblies, line numbers, and original names, but no file names.
	const isDebugged = /\.(?:dll|exe)$/i.test(module);
	if (kind !== 'managed' || file !== undefined || type === undefined || flags.includes('nativeMethod') || isDebugged) {
		return false;
	}
	const simple = lastSegment(type.replaceAll('.', '/'));
	const short = type.split(/[.$]/).every((part) => part.length <= 3);
	return mapId !== undefined || line1 !== undefined || short || (position?.kind === 'dexPc' && simple.length <= 2);
}
