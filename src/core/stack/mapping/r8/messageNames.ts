import type { ClassMapping, ClassNames } from './classMapping';

/** Matches a word, including symbols that compilers add. Matching takes linear time. */
const word = /[\p{L}\p{N}_$][\p{L}\p{N}_$.-]*/gu;
/** Matches a word that may contain slashes. If it ends with a semicolon, it is a descriptor such as `Lx3/b;`. */
const slashedWord = /[\p{L}\p{N}_$/-]+;?/gu;

const maxLength = 16 * 1024;

export const abbreviations: ReadonlySet<string> = new Set(['e.g', 'i.e', 'a.m', 'p.m', 'a.k.a', 'n.b', 'p.s', 'c.f']);

const maxNameLength = 512;

export function candidateNames(message: string): string[] {
	const names = new Set<string>();
	visitNames(message, ({ parts, kind }) => {
		if (parts.length >= minPartsOf(kind)) {
			names.add(parts.join('.'));
		}
		if (mayEndInMember(kind) && parts.length > minPartsOf(kind)) {
			names.add(parts.slice(0, -1).join('.'));
		}
		return undefined;
	});
	return [...names];
}

/** Replaces class names. Replaces a word without a dot, such as `b`, only if the context shows that it is a class. */
export function retraceMessage(message: string, names: ClassNames, allows: (more: number) => boolean): string {
	return visitNames(message, (name) => {
		const original = originalOf(name, names);
		return original !== undefined && allows(original.length - name.parts.join('.').length) ? original : undefined;
	});
}

function originalOf({ parts, kind }: NameInMessage, names: ClassNames): string | undefined {
	const minParts = minPartsOf(kind);
	const whole = parts.length >= minParts ? classNamed(parts, names) : undefined;
	if (whole) {
		return whole.original;
	}
	const [member = '', ...others] = parts.toReversed();
	if (!mayEndInMember(kind) || others.length < minParts) {
		return undefined;
	}
	const holder = classNamed(others.toReversed(), names);
	return holder && `${holder.original}.${memberNamed(member, holder, kind)}`;
}

function minPartsOf(kind: NameInMessage['kind']): number {
	return kind === 'text' || kind === 'call' ? 2 : 1;
}

function mayEndInMember(kind: NameInMessage['kind']): boolean {
	return kind !== 'text' && kind !== 'class';
}

function classNamed(parts: readonly string[], names: ClassNames): ClassMapping | undefined {
	const [mapping, ...others] = names.classes(parts.join('.'));
	return others.every(({ original }) => original === mapping?.original) ? mapping : undefined;
}

function memberNamed(name: string, holder: ClassMapping, kind: NameInMessage['kind']): string {
	const originals = kind === 'field' ? holder.fields(name) : (holder.methods(name) ?? []).map(({ method }) => method);
	const [original = name, ...others] = new Set(originals);
	return others.length > 0 ? name : original;
}

interface NameInMessage {
	readonly parts: readonly string[];
	readonly kind: 'text' | 'call' | 'class' | 'method' | 'field';
}

/** Fast test for class names: a dot or slash within a name, or words that precede a class name. */
const nameSign = /[\p{L}\p{N}_$-][./][\p{L}\p{N}_$]| cast to |class | (?:method|field) '|L[^;]{1,100};/u;

function visitNames(message: string, visit: (name: NameInMessage) => string | undefined): string {
	if (message.length > maxLength || !nameSign.test(message)) {
		return message;
	}
	const described = message.replace(slashedWord, (text) => {
		const [, primitives, path] = /^([BCDFIJSZ]*)L([^;]+);$/.exec(text) ?? [];
		const original = path === undefined ? undefined : visit({ parts: path.split('/'), kind: 'class' });
		return original === undefined ? text : `${primitives}L${original.replaceAll('.', '/')};`;
	});
	return described.replace(word, (text, offset: number) => {
		const name = text.replace(/[.-]{1,3}$/, '');
		const before = described.slice(Math.max(0, offset - 40), offset);
		const after = described.slice(offset + name.length, offset + name.length + 24);
		if (name.length > maxNameLength || isPartOfMore(before, after) || abbreviations.has(name.toLowerCase())) {
			return text;
		}
		const original = visit({ parts: name.split('.'), kind: kindOf(before, after) });
		return original === undefined ? text : original + text.slice(name.length);
	});
}

/** Returns true if the name is part of an email address, path, or number. Returns false for a class: `Type@1f3e`. */
function isPartOfMore(before: string, after: string): boolean {
	return /[/\\@.-]$/.test(before) || /^(?:[/\\]|@(?![\da-f]{1,16}(?![\p{L}\p{N}.])))/u.test(after);
}

function kindOf(before: string, after: string): NameInMessage['kind'] {
	if (after.startsWith(' cannot be cast to ') || /(?: cannot be cast to (?:class )?|^class )$/.test(before)) {
		return 'class';
	}
	if (/(?: method '| method '[\p{L}\p{N}_$.[\]]{1,30} )$/u.test(before) && after.startsWith('(')) {
		return 'method';
	}
	if (/ field '[\p{L}\p{N}_$.[\]]{1,30} $/u.test(before) && after.startsWith("'")) {
		return 'field';
	}
	if (/ (?:method|field) '$/.test(before) && after.startsWith(' ')) {
		return 'class';
	}
	return after.startsWith('(') ? 'call' : 'text';
}
