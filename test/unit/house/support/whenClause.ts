/** Values of context keys. A missing key is unset. */
export type Context = Readonly<Record<string, string | boolean>>;

// The input has at most 200 characters (`a when clause`).
const token = /\s*(\|\||&&|!(?!=)|\(|\)|(?:==|!=)\s*(?:'[^']*'|[\w./-]+)|=~\s*\/(?:\\.|[^/\\])+\/[a-z]*|[\w.]+)/y;

/** Evaluates a `when` clause with the operators that package.json uses, and throws if it is malformed. */
export function evaluateWhen(clause: string, context: Context): boolean {
	const tokens = tokensOf(clause);
	let at = 0;
	const take = (expected: string) => tokens[at] === expected && ++at > 0;

	function either(): boolean {
		let value = both();
		while (take('||')) {
			value = both() || value;
		}
		return value;
	}

	function both(): boolean {
		let value = term();
		while (take('&&')) {
			value = term() && value;
		}
		return value;
	}

	function term(): boolean {
		if (take('!')) {
			return !term();
		}
		if (take('(')) {
			const value = either();
			if (!take(')')) {
				throw new Error(`missing ) in ${clause}`);
			}
			return value;
		}
		const key = tokens[at++] ?? '';
		if (!/^\w/.test(key)) {
			throw new Error(`unexpected ${key || 'end'} in ${clause}`);
		}
		if (key === 'true' || key === 'false') {
			return key === 'true';
		}
		const operator = /^(?:==|!=|=~)/.exec(tokens[at] ?? '')?.[0];
		return operator ? compare(operator, context[key], (tokens[at++] ?? '').slice(2).trim()) : Boolean(context[key]);
	}

	const value = either();
	if (at < tokens.length) {
		throw new Error(`unexpected ${tokens[at]} in ${clause}`);
	}
	return value;
}

function tokensOf(clause: string): string[] {
	const tokens: string[] = [];
	token.lastIndex = 0;
	while (token.lastIndex < clause.trimEnd().length) {
		const start = token.lastIndex;
		const [, text] = token.exec(clause) ?? [];
		if (text === undefined) {
			throw new Error(`unexpected ${clause.slice(start)} in ${clause}`);
		}
		tokens.push(text);
	}
	return tokens;
}

function compare(operator: string, value: string | boolean | undefined, operand: string): boolean {
	if (operator === '=~') {
		const end = operand.lastIndexOf('/');
		// Made at run time: a pattern of a `when` clause in package.json.
		return new RegExp(operand.slice(1, end), operand.slice(end + 1)).test(String(value ?? ''));
	}
	const literal = operand.startsWith("'") ? operand.slice(1, -1) : operand;
	const wanted = literal === 'true' || literal === 'false' ? literal === 'true' : literal;
	return (value === wanted) === (operator === '==');
}
