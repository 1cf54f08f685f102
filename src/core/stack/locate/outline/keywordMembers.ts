import { type Named, named, type OutlinePlace, type Reader } from './named';
import { isPunctuator, isWordPart, type Statement, type StatementPart } from './statement';
import { isAccessorAt } from './statementForms';

const functionWords = new Set(['fun', 'func', 'fn', 'def']);
const valueWords = new Set(['val', 'var', 'let']);
/** Keywords that declare members without a name. */
const namelessMembers = new Set(['init', 'constructor', 'deinit', 'subscript']);
const notBefore = new Set(['return', 'if', 'when', 'while', 'for', 'in', 'case', 'guard', 'throw', 'import']);

export const readKeywordMember: Reader = (statement, place) => {
	const { family, opening, declarative } = place;
	const { parts } = statement;
	for (const [index, part] of parts.entries()) {
		if (part.kind === 'word' && functionWords.has(part.text)) {
			return functionAt(statement, index, opening);
		}
		if (part.kind === 'word' && valueWords.has(part.text) && (family === 'kotlin' || family === 'swift')) {
			return opening || !declarative ? undefined : valueAt(statement, index, place);
		}
		const bodyFollows = opening || parts[index + 1]?.kind === 'parentheses';
		if (part.kind === 'word' && namelessMembers.has(part.text) && declarative && bodyFollows) {
			return namelessAt(statement, index, place);
		}
		if (
			(part.kind === 'mark' && part.text !== '@' && part.text !== ':') ||
			part.kind === 'block' ||
			(part.kind === 'word' && notBefore.has(part.text))
		) {
			return undefined;
		}
	}
	return undefined;
};

function functionAt(statement: Statement, keyword: number, opening: boolean): Named | undefined {
	const { parts } = statement;
	// In `fun (() -> Unit).twice()` and in Go methods, the parentheses after the keyword contain the receiver.
	const second = isPunctuator(parts[keyword + 2], '.') || isWordPart(parts[keyword + 2]);
	const from = parts[keyword + 1]?.kind === 'parentheses' && second ? keyword + 2 : keyword + 1;
	const group = parts.findIndex(({ kind }, index) => index >= from && kind === 'parentheses');
	const end = group === -1 ? parts.length : group;
	const body = statement.indexOf('=', end);
	if (opening && body !== -1) {
		// The brace belongs to the expression after `=`, so it doesn't start the body of the function.
		return undefined;
	}
	const name = nameBetween(parts, from, end);
	if (name === undefined) {
		return undefined;
	}
	const hasCode = opening || body !== -1;
	return named('function', name.part, {
		name: name.text,
		parameters: parts[group]?.parameters,
		labels: isWordPart(name.part) ? parts[group]?.labels : undefined,
		hasCode,
	});
}

function nameBetween(
	parts: readonly StatementPart[],
	from: number,
	end: number,
): { readonly part: StatementPart; readonly text: string } | undefined {
	const first = parts[from];
	if (first?.kind === 'mark' && first.text !== '<' && first.text !== '.') {
		const marks = parts.slice(from, end).filter(({ kind }) => kind === 'mark');
		return { part: first, text: marks.map(({ text }) => text).join('') };
	}
	let depth = 0;
	let found: StatementPart | undefined;
	for (let index = from; index < end; index++) {
		const part = parts[index];
		if (isPunctuator(part, '<')) {
			depth++;
		} else if (isPunctuator(part, '>')) {
			depth--;
		} else if (depth === 0 && part !== undefined && isWordPart(part)) {
			found = part;
		}
	}
	return found === undefined ? undefined : { part: found, text: found.text };
}

/** Modifiers of values that neither a constructor nor a static initializer computes. */
const computedElsewhere = new Set(['lazy', 'const']);

function valueAt(statement: Statement, keyword: number, { isStatic }: OutlinePlace): Named | undefined {
	const { parts } = statement;
	const endsAt = (isEnd: (part: StatementPart, index: number) => boolean) => {
		const end = parts.findIndex((part, index) => index > keyword && isEnd(part, index));
		return end === -1 ? parts.length : end;
	};
	const accessor = endsAt((_part, index) => isAccessorAt(parts, index));
	const assigned = endsAt((part) => isPunctuator(part, '=') || part.kind === 'block' || part.text === 'by');
	const typed = endsAt((part) => isPunctuator(part, ':') || part.text === 'in');
	const name = nameBetween(parts, keyword + 1, Math.min(accessor, assigned, typed));
	const modifiers = parts.slice(0, keyword).map(({ text }) => text);
	return (
		name &&
		named('value', name.part, {
			hasCode: statement.hasCode() || accessor < parts.length,
			isStatic: isStatic || modifiers.includes('static') || modifiers.includes('class'),
			hasValue:
				assigned < Math.min(accessor, parts.length) &&
				parts[assigned]?.kind !== 'block' &&
				!modifiers.some((word) => computedElsewhere.has(word)),
		})
	);
}

function namelessAt({ parts }: Statement, index: number, { isStatic }: OutlinePlace): Named {
	const part = parts[index];
	const group = parts.find(({ kind }, at) => at > index && kind === 'parentheses');
	const isConstructor = part?.text === 'init' || part?.text === 'constructor';
	return named(isConstructor ? 'constructor' : 'function', part, {
		name: isConstructor ? 'init' : (part?.text ?? ''),
		parameters: group?.parameters,
		labels: isConstructor ? group?.labels : undefined,
		hasCode: true,
		isStatic: isConstructor && isStatic,
	});
}
