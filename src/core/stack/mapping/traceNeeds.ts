import { type CooperativeTask, visitEach } from '../../common/cooperativeTask';
import { isLibraryFrame } from '../own/libraryFrame';
import type { Frame, Trace } from '../trace/model';
import { isGivenType } from './r8/givenNames';
import { minifiedHeads } from './r8/heads';
import { getMapId } from './r8/retraceFit';
import { isPlatformClass } from './r8/sourcePlaces';
import { bundleName, unnamedBundle } from './sourceMap/unminify';
import { type SymbolNeed, symbolNeeds } from './tools/symbolNeeds';

export interface TraceNeeds extends MappingNeeds {
	/** Required symbols in the same order as in `symbolNeeds`, so that an index identifies them. */
	readonly symbols: readonly SymbolWant[];
}

interface MappingNeeds {
	readonly r8: { readonly mapId: string | undefined } | undefined;
	readonly bundles: readonly string[];
}

export interface SymbolWant extends Pick<SymbolNeed, 'tools' | 'file'> {
	readonly frames: number;
}

export function* traceNeeds(trace: Trace): CooperativeTask<TraceNeeds> {
	const symbols = yield* symbolNeeds(trace);
	return {
		...(yield* mappingNeeds(trace)),
		symbols: symbols.map(({ tools, file, frames }) => ({ tools, file, frames: frames.length })),
	};
}

export function* mappingNeeds(trace: Trace): CooperativeTask<MappingNeeds> {
	let minified = false;
	// Whether all frames so far are in platform classes. If so, only headers show whether the trace is minified.
	let headsOnly = true;
	const bundles = new Set<string>();
	const unnamed = unnamedBundle(trace);
	for (const { platform, lines } of trace.sections) {
		yield;
		yield* visitEach(lines, (line) => {
			if (line.kind !== 'raw') {
				minified ||= platform === 'jvm' && isMinified(line);
				headsOnly &&= line.kind === 'elided' || isPlatformClass(line.type ?? '');
				const file = isBundled(line) ? (line.file ?? unnamed) : undefined;
				if (file !== undefined) {
					bundles.add(bundleName(file));
				}
			}
		});
	}
	return {
		r8: minified || (headsOnly && (yield* minifiedHeads(trace)).length > 0) ? { mapId: getMapId(trace) } : undefined,
		bundles: [...bundles],
	};
}

export type MappingWant =
	| { readonly kind: 'r8'; readonly mapId: string | undefined }
	| { readonly kind: 'sourceMap'; readonly bundle: string };

const maxBundles = 4;

export function mappingWants({ r8, bundles }: MappingNeeds): readonly MappingWant[] {
	return [
		...(r8 ? [{ kind: 'r8', mapId: r8.mapId } as const] : []),
		...bundles.slice(0, maxBundles).map((bundle) => ({ kind: 'sourceMap', bundle }) as const),
	];
}

export function needsMapping(frame: Frame, { sections }: Pick<Trace, 'sections'>): boolean {
	const { kind, file, mapId, type = '' } = frame;
	if (kind !== 'managed') {
		return isBundled(frame);
	}
	// This fast test comes first, because it is sufficient for most frames.
	const isNamed = file !== undefined && mapId === undefined && !isGivenType(type);
	return !isNamed && isMinified(frame) && sections.some(({ platform }) => platform === 'jvm');
}

const givenMethodName = /^[a-z][a-z\d]?$/;

/**
 * Returns true if the frame has a mapping ID, a line in a file without a name (`SourceFile:7`), or a generated class or
 * method name. For libraries, only the first two conditions apply, because names in their source code can be short.
 */
function isMinified(frame: Frame): boolean {
	const { kind, type, method = '', file, line1, mapId, flags } = frame;
	if (kind !== 'managed' || type === undefined || isPlatformClass(type)) {
		return false;
	}
	if (mapId !== undefined || (line1 !== undefined && file === undefined && !flags.includes('synthetic'))) {
		return true;
	}
	if (isLibraryFrame(frame)) {
		return false;
	}
	const nameless = file === undefined && !flags.includes('nativeMethod') && !flags.includes('synthetic');
	return isGivenType(type) || (nameless && givenMethodName.test(method));
}

const bundleFile =
	/(?:\.(?:bundle|jsbundle|hbc)|\.(?:min|bundle)\.[cm]?js)$|^(?:bundle|index|main|chunk)[.-][\da-f]{8,}\.js$/i;

const maxWrittenLineLength = 500;

function isBundled(frame: Frame): boolean {
	const { kind, file, line1, column1 = 0, position, flags } = frame;
	if (kind !== 'javascript' || flags.includes('synthetic')) {
		return false;
	}
	if (file === undefined) {
		return line1 !== undefined;
	}
	const isWritten =
		column1 <= maxWrittenLineLength && position?.kind !== 'bytecode' && !bundleFile.test(bundleName(file));
	return !isWritten && !isLibraryFrame(frame);
}
