import { isLibraryFrame } from '../own/libraryFrame';
import type { OwnCode } from '../own/ownCode';
import { isBundled } from '../trace/bundledFrame';
import { lastSegment } from '../trace/characters';
import type { Frame } from '../trace/model';
import type { Candidates } from './candidates';
import type { NoTarget } from './frameTarget';

export function unplaced(frame: Frame, { name }: Candidates, capped: boolean, own: OwnCode): NoTarget {
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
	// Debuggers print assemblies, line numbers and original names, but no file names.
	const isDebugged = /\.(?:dll|exe)$/i.test(module);
	if (kind !== 'managed' || file !== undefined || type === undefined || flags.includes('nativeMethod') || isDebugged) {
		return false;
	}
	const simple = lastSegment(type.replaceAll('.', '/'));
	const short = type.split(/[.$]/).every((part) => part.length <= 3);
	return mapId !== undefined || line1 !== undefined || short || (position?.kind === 'dexPc' && simple.length <= 2);
}
