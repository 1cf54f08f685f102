import { type JsonValue, parseLenientJson } from '../../../common/lenientJson';
import { type MapVersion, mapVersion } from './mapVersion';

/** Note in a comment below a class or member (R8, `doc/retrace.md`). */
export type MemberNote =
	/** The compiler generated the class or member, so its frames are hidden. */
	| { readonly kind: 'synthesized' }
	/** Code that R8 moved out of several methods. The position in its frame determines the position in the next frame. */
	| { readonly kind: 'outline' }
	/** Maps positions in code that R8 moved out of methods to positions in the method that calls this code. */
	| { readonly kind: 'outlineCallsite'; readonly positions: ReadonlyMap<number, number> }
	/** Omits the innermost frames directly below an exception that meets all conditions. */
	| {
			readonly kind: 'rewriteFrame';
			/** Exception types that must all match. Undefined represents an unknown condition, which never matches. */
			readonly thrown: readonly (string | undefined)[];
			readonly removeInnerFrames: number;
	  };

type MapNote =
	| MemberNote
	| { readonly kind: 'version'; readonly version: MapVersion; readonly text: string }
	| { readonly kind: 'sourceFile'; readonly fileName: string };

const prefix = 'com.android.tools.r8.';

/** Maximum length of a note. Even a call site with a thousand positions has only a tenth of this length. */
const maxLength = 128 * 1024;

/** Most frequent kind of JSON comment in a mapping file. Ignored, because a trace has no signatures to compare with. */
const residualSignature = 'r8.residualsignature';

/**
 * Parses a note. Returns undefined for other comments, unknown notes, and notes that require a later version than the
 * file has.
 */
export function parseNote(line: string, version: MapVersion): MapNote | undefined {
	const start = line.indexOf('{');
	if (
		start < 0 ||
		line.includes(residualSignature) ||
		line.length > maxLength ||
		!/^\s*#\s*$/.test(line.slice(0, start))
	) {
		return undefined;
	}
	const value = parseLenientJson(line.slice(start));
	return isObject(value) ? noteOf(value, version) : undefined;
}

function noteOf(value: ReadonlyMap<string, JsonValue>, version: MapVersion): MapNote | undefined {
	const id = value.get('id');
	if (id === 'sourceFile') {
		const fileName = value.get('fileName');
		return typeof fileName === 'string' ? { kind: 'sourceFile', fileName } : undefined;
	}
	if (typeof id !== 'string' || !id.startsWith(prefix)) {
		return undefined;
	}
	const since = (needed: MapVersion, note: () => MemberNote | undefined) => (version >= needed ? note() : undefined);
	switch (id.slice(prefix.length)) {
		case 'mapping': {
			const text = String(value.get('version') ?? '');
			return { kind: 'version', version: mapVersion(text), text };
		}
		case 'synthesized':
			return since(100, () => ({ kind: 'synthesized' }));
		case 'rewriteFrame':
			return since(200, () => rewriteFrame(value));
		case 'outline':
			return since(200, () => ({ kind: 'outline' }));
		case 'outlineCallsite':
			return since(200, () => outlineCallsite(value));
		default:
			return undefined;
	}
}

function rewriteFrame(value: ReadonlyMap<string, JsonValue>): MemberNote {
	let removeInnerFrames = 0;
	for (const action of texts(value.get('actions'))) {
		removeInnerFrames += Number(/^removeInnerFrames\((\d{1,6})\)$/.exec(action)?.[1] ?? 0);
	}
	const thrown = texts(value.get('conditions')).map((condition) => {
		const [, descriptor] = /^throws\(L([^;]+);\)$/.exec(condition) ?? [];
		return descriptor?.replaceAll('/', '.');
	});
	return { kind: 'rewriteFrame', thrown, removeInnerFrames };
}

function outlineCallsite(value: ReadonlyMap<string, JsonValue>): MemberNote | undefined {
	const entries = value.get('positions');
	if (!isObject(entries)) {
		return undefined;
	}
	const positions = new Map<number, number>();
	for (const [from, to] of entries) {
		if (/^\d{1,9}$/.test(from) && typeof to === 'number' && Number.isInteger(to)) {
			positions.set(Number(from), to);
		}
	}
	return { kind: 'outlineCallsite', positions };
}

function texts(value: JsonValue | undefined): string[] {
	return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function isObject(value: JsonValue | undefined): value is ReadonlyMap<string, JsonValue> {
	return value instanceof Map;
}
