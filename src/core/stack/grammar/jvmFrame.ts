import { dotnetMember } from '../names/dotnetNames';
import { jvmMember } from '../names/jvmNames';
import { il2cppMember } from '../names/unityNames';
import { digitsStart, numberIn, openingOf } from '../trace/characters';
import type { Line } from '../trace/line';
import type { Frame, Platform } from '../trace/model';
import { draftFrame, type FrameDraft, frameReading, linkPart, type Reading, setLine } from '../trace/reading';
import type { TraceContext } from '../trace/traceContext';

const platform: Platform = 'jvm';
const sourceEnding = /\.(?:java|kts?|scala|groovy|clj|aj|gradle)$/i;
/** Source files that no person wrote or that a shrinker has renamed. */
const noFile = new Set([
	'',
	'SourceFile',
	'ProGuard',
	'Proguard',
	'Unknown',
	'PG',
	'R8',
	'D8',
	'<generated>',
	'lambda',
	'unavailable',
]);
const mapIdPrefix = 'r8-map-id-';
/** `:com.google.android.gms@233116045@23.31.16 (190400-0)`: a module that was loaded from another app. */
const loadedModule = /^:([\w.]{1,200})@/;

/** `[loader/][module@version/]package.Class.method(source)`, with the jar or the space that some reporters add. */
export function readJvmFrame(line: Line, bodyStart: number, context: TraceContext): Reading | undefined {
	const { content } = line;
	const end = withoutJar(content);
	const open = content.charCodeAt(end - 1) === 0x29 ? openingOf(content, end - 1) : -1;
	if (open <= bodyStart) {
		return undefined;
	}
	const source = content.slice(open + 1, end - 1);
	const certain = isCertain(source);
	const spaced = content.charCodeAt(open - 1) === 0x20;
	if (spaced && !certain) {
		return undefined;
	}
	const nameEnd = spaced ? open - 1 : open;
	if (
		!certain &&
		(/[ ,]|:-?\d{1,9}:\d{1,9}$|\.[cm]?[jt]sx?(?::\d{1,9})?$/.test(source) || (source === '' && !context.jvm))
	) {
		return undefined;
	}
	const nameStart = qualifiedStart(content, bodyStart, open);
	const dot = content.lastIndexOf('.', nameEnd - 1);
	if (dot <= nameStart || dot === nameEnd - 1) {
		return undefined;
	}
	const space = content.indexOf(' ', nameStart);
	// Names of Kotlin tests are sentences; those of types are not.
	if (space !== -1 && space < (certain ? dot : nameEnd)) {
		return undefined;
	}
	const frame = draftFrame('managed', line);
	if (content.startsWith('_COROUTINE.', nameStart)) {
		frame.kind = 'gap';
		return frameReading(frame, platform);
	}
	frame.type = content.slice(nameStart, dot);
	frame.method = content.slice(dot + 1, nameEnd);
	const module = moduleOf(content.slice(bodyStart, nameStart));
	if (module !== '') {
		frame.module = module;
	}
	if (isNativeLibrary(frame.type)) {
		return readUnityNative(frame, line, nameStart, nameEnd);
	}
	const flags = new Set<Frame['flags'][number]>();
	// .NET for Android hands its own frames over as Java's.
	const ofDotnet = /[+<]/.test(frame.type) ? dotnetMember(content.slice(nameStart, nameEnd)) : undefined;
	frame.enclosing = ofDotnet?.enclosing ?? jvmMember(frame.type, frame.method, flags);
	readSource(frame, source, flags);
	if (flags.size > 0) {
		frame.flags = [...flags];
	}
	if (frame.file === undefined) {
		linkPart(frame, line, nameStart, nameEnd);
	} else {
		linkPart(frame, line, open + 1, end - 1);
	}
	return frameReading(frame, platform);
}

/** Classes are in packages, or begin with a large letter. */
function isNativeLibrary(type: string): boolean {
	return /^lib[a-z]\w{0,60}$/.test(type);
}

/** How Unity tells Android of a crash in native code: `at libil2cpp.Board_Place_mB41D7C05(Native Method)`. */
function readUnityNative(frame: FrameDraft, line: Line, nameStart: number, open: number): Reading {
	const { type = '', method = '' } = frame;
	frame.kind = 'native';
	frame.module = `${type}.so`;
	delete frame.type;
	if (/^0x[\da-f]{1,16}$/i.test(method)) {
		delete frame.method;
		frame.image = { name: frame.module, address: method };
	} else {
		frame.enclosing = il2cppMember(method) ?? { type: '', method };
		linkPart(frame, line, nameStart, open);
	}
	return frameReading(frame, platform);
}

/** Logback adds ` ~[shop.jar:1.2]` or ` [na:1.8]`. */
function withoutJar(content: string): number {
	if (content.endsWith(']')) {
		const jar = content.lastIndexOf('[');
		const close = content.charAt(jar - 1) === '~' ? jar - 2 : jar - 1;
		if (content.charAt(close) === ' ' && content.charAt(close - 1) === ')') {
			return close;
		}
	}
	return content.length;
}

/** No other platform writes this between the parentheses of a name. */
function isCertain(source: string): boolean {
	const start = digitsStart(source, source.length);
	const colon = source.charCodeAt(start - 1) === 0x2d ? start - 2 : start - 1;
	const file = start < source.length && source.charAt(colon) === ':' ? source.slice(0, colon) : source;
	return (
		sourceEnding.test(file) ||
		file.startsWith(mapIdPrefix) ||
		file === 'SourceFile' ||
		loadedModule.test(file) ||
		(file === '' && source !== '') ||
		file.endsWith('$$SyntheticClass') ||
		file.startsWith('Unknown Source') ||
		/^native method$/i.test(file)
	);
}

/** After loader and module; hidden classes have a slash of their own (`Shop$$Lambda$33/0x0000080.run`). */
function qualifiedStart(content: string, bodyStart: number, open: number): number {
	let slash = content.lastIndexOf('/', open);
	if (slash > bodyStart && content.startsWith('0x', slash + 1)) {
		slash = content.lastIndexOf('/', slash - 1);
	}
	return slash < bodyStart ? bodyStart : slash + 1;
}

/** Of `loader/module@version/`, `module/` or `loader//`. */
function moduleOf(prefix: string): string {
	const parts = prefix.slice(0, -1).split('/');
	const module = parts.length > 1 ? (parts[1] ?? '') : (parts[0] ?? '');
	const version = module.indexOf('@');
	return version === -1 ? module : module.slice(0, version);
}

function readSource(frame: FrameDraft, source: string, flags: Set<Frame['flags'][number]>): void {
	if (/^native method$/i.test(source)) {
		flags.add('nativeMethod');
		return;
	}
	const start = digitsStart(source, source.length);
	const negative = source.charCodeAt(start - 1) === 0x2d;
	const colon = negative ? start - 2 : start - 1;
	const numbered = start < source.length && source.charCodeAt(colon) === 0x3a;
	const number = numbered && !negative ? numberIn(source, start, source.length) : undefined;
	const file = numbered ? source.slice(0, colon) : source;
	if (file === 'Unknown Source') {
		if (number !== undefined) {
			frame.position = { kind: 'dexPc', offset: number };
		}
		return;
	}
	if (file.endsWith('$$SyntheticClass') || file === '<generated>') {
		flags.add('synthetic');
		return;
	}
	const loaded = loadedModule.exec(file)?.[1];
	if (loaded !== undefined) {
		// Its number counts lines of a mapping that nobody here has.
		frame.module = loaded;
		return;
	}
	setLine(frame, number);
	if (file.startsWith(mapIdPrefix)) {
		frame.mapId = file.slice(mapIdPrefix.length);
	} else if (!noFile.has(file)) {
		frame.file = file;
	}
}
