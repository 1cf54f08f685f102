import type { Family } from './language';
import { type Named, named, type Reader } from './named';
import { isPunctuator, isWordPart, type StatementPart } from './statement';

const typeWords: Readonly<Record<Family, ReadonlySet<string>>> = {
	kotlin: new Set(['class', 'interface', 'object', 'trait']),
	java: new Set(['class', 'interface', 'enum', 'record', 'trait']),
	swift: new Set(['class', 'struct', 'enum', 'extension', 'protocol', 'actor']),
	objectiveC: new Set(['class', 'struct', 'union', 'enum', 'namespace']),
	csharp: new Set(['class', 'struct', 'interface', 'enum', 'record', 'namespace']),
	dart: new Set(['class', 'mixin', 'extension', 'enum']),
	javascript: new Set(['class', 'interface', 'enum', 'namespace', 'module']),
	cpp: new Set(['class', 'struct', 'union', 'enum', 'namespace']),
	go: new Set(['type']),
	rust: new Set(['struct', 'enum', 'trait', 'impl', 'mod', 'union']),
	python: new Set(),
	other: new Set(),
};

/** Keywords of declarations that don't declare a type: `class func make()`, `fun interface`, `val x: …`. */
const otherWords = new Set(['func', 'fun', 'var', 'let', 'val', 'def', 'fn', 'case', 'typealias', 'return', 'import']);

export const readType: Reader = ({ parts }, { family, opening }) => {
	const words = typeWords[family];
	for (const [index, part] of parts.entries()) {
		if (part.kind === 'parentheses' && !isAnnotation(parts, index)) {
			return undefined;
		}
		if (part.kind === 'mark' && (part.text === '=' || part.text === '=>')) {
			return undefined;
		}
		if (part.kind !== 'word') {
			continue;
		}
		const next = parts[index + 1];
		if (otherWords.has(part.text) && !(part.text === 'fun' && next?.text === 'interface')) {
			return undefined;
		}
		if (words.has(part.text) && !isConstraint(parts[index - 1])) {
			const found = typeAt(parts, index, family, opening);
			if (found !== 'further') {
				return found;
			}
		}
	}
	return undefined;
};

function isAnnotation(parts: readonly StatementPart[], index: number): boolean {
	return isWordPart(parts[index - 1]) && (isPunctuator(parts[index - 2], '@') || isPunctuator(parts[index - 2], ':'));
}

/**
 * Returns true if the token before a keyword belongs to a constraint or an expression: `where T : class`, `<class T>`,
 * `Cart::class`.
 */
function isConstraint(before: StatementPart | undefined): boolean {
	return before?.kind === 'mark' && [':', ',', '<', '.', '::', '?.'].includes(before.text);
}

function typeAt(
	parts: readonly StatementPart[],
	index: number,
	family: Family,
	opening: boolean,
): Named | 'further' | undefined {
	const word = parts[index]?.text ?? '';
	const next = parts[index + 1];
	if (word === 'object' && !isWordPart(next)) {
		return parts[index - 1]?.text === 'companion'
			? named('scope', parts[index], { name: 'Companion', isStatic: true })
			: undefined;
	}
	if (word === 'namespace' && family !== 'javascript') {
		const name = dotted(parts, index + 1);
		return opening || family === 'csharp' ? named('namespace', next, { name }) : undefined;
	}
	if (word === 'impl') {
		const target = parts.findIndex((part, at) => at > index && part.text === 'for');
		const at = target === -1 ? parts.findIndex((part, place) => place > index && isTypeName(part)) : target + 1;
		return named('type', parts[at]);
	}
	if (!isWordPart(next)) {
		return undefined;
	}
	// The next word is a keyword too: `enum class`, `record struct`, `mixin class`, `extension type`, `extension on`.
	if (typeWords[family].has(next.text) || otherWords.has(next.text)) {
		return 'further';
	}
	if (family === 'dart' && word === 'extension' && next.text === 'type') {
		return named('type', parts[index + 2]);
	}
	if (family === 'dart' && word === 'extension' && next.text === 'on') {
		return named('type', next, { name: '' });
	}
	if ((family === 'cpp' || family === 'objectiveC') && parts.some(({ kind }) => kind === 'parentheses')) {
		return undefined;
	}
	if (family === 'swift' && word === 'extension') {
		const names = dotted(parts, index + 1).split('.');
		return named('type', next, { name: names.at(-1) ?? '', owner: names.slice(0, -1) });
	}
	const kind = family === 'javascript' && word === 'interface' ? 'signatures' : 'type';
	return named(kind, next, {
		parameters: family === 'csharp' ? typeParameters(parts, index + 2) : undefined,
		hasCode: hasPrimaryConstructor(parts, index + 2) || parts[index - 1]?.text === 'companion',
		isStatic: word === 'object' || (word === 'interface' && family === 'java'),
	});
}

/** Returns true if parentheses follow the name: `class Cart @Inject constructor(val id: T)`, `record Cart(int Id)`. */
function hasPrimaryConstructor(parts: readonly StatementPart[], from: number): boolean {
	for (const [index, { kind, text }] of parts.entries()) {
		if (index >= from && kind === 'parentheses' && !isAnnotation(parts, index)) {
			return true;
		}
		if (index >= from && (text === ':' || text === 'extends' || text === 'implements')) {
			return false;
		}
	}
	return false;
}

function typeParameters(parts: readonly StatementPart[], open: number): number | undefined {
	let depth = 0;
	let count = 1;
	for (let index = open; isPunctuator(parts[open], '<') && index < parts.length; index++) {
		const part = parts[index];
		depth += isPunctuator(part, '<') ? 1 : isPunctuator(part, '>') ? -1 : 0;
		if (depth === 0) {
			return count;
		}
		count += depth === 1 && isPunctuator(part, ',') ? 1 : 0;
	}
	return undefined;
}

function isTypeName(part: StatementPart): boolean {
	return part.kind === 'word' && /^[A-Z_]/.test(part.text) && part.text.length > 1;
}

export function dotted(parts: readonly StatementPart[], start: number): string {
	const names: string[] = [];
	for (let index = start; index < parts.length; index += 2) {
		const part = parts[index];
		if (!isWordPart(part)) {
			break;
		}
		names.push(part.text);
		const separator = parts[index + 1];
		if (!isPunctuator(separator, '.') && !isPunctuator(separator, '::')) {
			break;
		}
	}
	return names.join('.');
}
