import { throwIfAborted } from '../../common/cancellation';
import { isLibraryFrame } from '../own/libraryFrame';
import { hasWord } from '../trace/characters';
import type { Frame } from '../trace/model';
import { functionNames } from './frameNames';
import type { FrameQuestion, Located, SourceFile } from './frameTarget';
import type { Judged } from './judge';
import { judgeFiles, readAtOnce, readFiles } from './judgeFiles';
import { getChoice, resolveTarget } from './resolveTarget';
import type { SourceIndex } from './sourceIndex';
import type { SourceWorld } from './sourceWorld';
import { maxSearched } from './swiftSearch';

const kotlin: ReadonlySet<string> = new Set(['kt']);

/** Returns true for a top-level Kotlin/Native function, whose symbol contains the package but no file. */
export function isTopLevelKotlin({ kind, file, type = '', enclosing, text }: Frame, index: SourceIndex): boolean {
	return (
		kind === 'native' &&
		file === undefined &&
		text.includes('kfun:') &&
		/(?:^|\.)[a-z_]\w*$|^$/.test(enclosing?.type ?? type) &&
		index.holds('kt')
	);
}

/**
 * Finds a top-level Kotlin function. Returns undefined if no file declares it. Throws `cancelled`, or the error that
 * `world.read` throws when it is aborted.
 */
export async function searchKotlin(
	question: FrameQuestion,
	world: SourceWorld,
	signal: AbortSignal,
): Promise<Located | undefined> {
	const { frame } = question;
	const { index } = world;
	const [name] = functionNames(frame).names;
	if (name === undefined || !isTopLevelKotlin(frame, index) || isLibraryFrame(frame, world.own.declares)) {
		return undefined;
	}
	const namespace = frame.enclosing?.type ?? frame.type ?? '';
	const named = index.ofType(name, kotlin);
	const all = [...new Map([...named, ...index.spread(kotlin, maxSearched + 1)].map((one) => [one.uri, one])).values()];
	const found: Judged[] = [];
	for (let start = 0; start < Math.min(all.length, maxSearched); start += readAtOnce) {
		throwIfAborted(signal);
		for (const read of await readFiles(all.slice(start, start + readAtOnce), world, signal)) {
			if (read.text !== undefined && hasWord(read.text, name) && declaresPackage(read.text, namespace)) {
				const facadeQuestion = { ...question, frame: inFacade(frame, namespace, read.file) };
				const judged = await judgeFiles(facadeQuestion, [read], world, signal);
				found.push(...judged.filter(({ functions }) => functions > 0));
			}
		}
	}
	const [only, ...others] = found;
	if (only === undefined) {
		return undefined;
	}
	const isWhole = all.length <= maxSearched && !index.capped;
	return others.length === 0 && isWhole
		? { kind: 'target', target: resolveTarget(only, frame, false) }
		: getChoice(found, { by: 'type', frame, only: false });
}

function declaresPackage(text: string, namespace: string): boolean {
	const declared = /^[ \t]{0,40}package[ \t]{1,40}([\w.`]{1,300})/m.exec(text)?.[1] ?? '';
	return declared.replaceAll('`', '') === namespace;
}

/** Converts the frame to a method of the class that Kotlin generates on the JVM for a file's functions. */
function inFacade(frame: Frame, namespace: string, { path }: SourceFile): Frame {
	const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.kt$/i, '');
	const name = `${stem.charAt(0).toUpperCase()}${stem.slice(1).replaceAll(/[^\w$]/g, '_')}Kt`;
	const type = namespace === '' ? name : `${namespace}.${name}`;
	return { ...frame, type, enclosing: { type, method: frame.enclosing?.method ?? frame.method ?? '' } };
}
