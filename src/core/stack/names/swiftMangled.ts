import { isDigit } from '../../../shared/ascii';
import { digitsEnd, isLower, isUpper } from '../trace/characters';
import { decodeIdentifier, operatorName, standardTypes } from './swiftIdentifiers';

export interface SwiftName {
	readonly module: string;
	readonly type: string;
	/** Member name. Empty if the symbol isn't a member but, for example, the metadata of a type. */
	readonly method: string;
	readonly isClosure: boolean;
	readonly isAsync: boolean;
}

/** Prefixes of mangled Swift names. `_T0` is from Swift 4.0. */
const manglingPrefix = /^(?:_?\$[sS]|_T0)/;

/** Maximum length of an extension's constraints. It ensures that all names of a symbol are read in linear time. */
const maxConstraintsLength = 200;

/** Parses a mangled name. Reads only its identifiers and ignores types (Swift's docs/ABI/Mangling.rst). */
export function readSwiftMangled(symbol: string): SwiftName | undefined {
	if (symbol.startsWith('_Tt')) {
		return objectiveCClass(symbol);
	}
	const prefix = manglingPrefix.exec(symbol)?.[0];
	if (prefix === undefined || symbol.length > 4096) {
		return undefined;
	}
	return new Mangled(symbol, prefix.length).read();
}

/** Parses the name of a Swift class as registered in the Objective-C runtime: `_TtC8AcmeShop4Cart`. */
function objectiveCClass(symbol: string): SwiftName | undefined {
	const reader = new Mangled(symbol, digitlessEnd(symbol, 3));
	const names: string[] = [];
	for (let name = reader.identifier(); name !== undefined; name = reader.identifier()) {
		names.push(name);
	}
	const [module, ...types] = names;
	return module === undefined || types.length === 0
		? undefined
		: { module, type: types.join('.'), method: '', isClosure: false, isAsync: false };
}

function digitlessEnd(text: string, start: number): number {
	let index = start;
	while (index < text.length && !isDigit(text.charCodeAt(index))) {
		index++;
	}
	return index;
}

class Mangled {
	/** Words in the identifiers so far. Later identifiers can replace each word with a letter. */
	private readonly words: string[] = [];
	/** Name of the last operator function. In a protocol witness, this is the operator that the protocol requires. */
	private operator: string | undefined;

	constructor(
		private readonly text: string,
		private index: number,
	) {}

	read(): SwiftName | undefined {
		const types: string[] = [];
		let module = this.readModule(types);
		if (module === undefined) {
			return undefined;
		}
		let member: string | undefined;
		for (;;) {
			const name = this.identifier();
			if (name === undefined && types.length > 0 && this.skipExtension()) {
				continue;
			}
			if (name === undefined) {
				break;
			}
			const operator = this.operatorOf(name);
			if (operator !== undefined) {
				member = operator;
				break;
			}
			this.skipDiscriminator();
			const kind = this.text.charAt(this.index);
			if ('CVOPa'.includes(kind) && kind !== '') {
				types.push(name);
				this.index++;
			} else if (types.length > 0 && this.skipConstraints()) {
				// In an extension, the names so far are the extended type, and this name is the module of the extension.
				module = name;
			} else {
				member = name;
				break;
			}
		}
		const operators = this.operators();
		return {
			module,
			type: types.join('.'),
			method: memberName(member ?? this.operator, operators, types.length > 0),
			isClosure: /fU\d*_/.test(operators),
			isAsync: /T[YQ]\d*_/.test(operators),
		};
	}

	/** Skips an extension whose module is abbreviated, because it occurred earlier in the symbol: `AAE`, `AASHRzlE`. */
	private skipExtension(): boolean {
		const before = this.index;
		const substitution = /^A[a-z\d]{0,9}[A-Z]|^s/.exec(this.text.slice(before, before + 12))?.[0] ?? '';
		this.index += substitution.length;
		if (substitution !== '' && this.skipConstraints()) {
			return true;
		}
		this.index = before;
		return false;
	}

	/** Skips the end of an extension, including its generic constraints: `E`, `SHRzlE`, `AA4CartCRbzlE`. */
	private skipConstraints(): boolean {
		const { text, index: before } = this;
		const words = this.words.length;
		const end = Math.min(text.length, before + maxConstraintsLength);
		while (this.index < end) {
			const { index } = this;
			if (text.startsWith(index === before ? 'E' : 'lE', index)) {
				this.index += index === before ? 1 : 2;
				return true;
			}
			const part = /^(?:S[A-Za-z]|A[a-z\d]{0,9}[A-Z]|R[a-km-zQ]{0,3}[\d_]{0,9}|[a-km-z_]|[CVOPGQ])/.exec(
				text.slice(index, index + 16),
			);
			if (part) {
				this.index += part[0].length;
			} else if (this.identifier() === undefined) {
				break;
			}
		}
		this.index = before;
		this.words.length = words;
		return false;
	}

	private readModule(types: string[]): string | undefined {
		const { text } = this;
		if (text.startsWith('So', this.index) || text.startsWith('SC', this.index)) {
			this.index += 2;
			return '__C';
		}
		const standard = text.charAt(this.index) === 'S' ? standardTypes[text.charAt(this.index + 1)] : undefined;
		if (standard !== undefined) {
			this.index += 2;
			types.push(standard);
			return 'Swift';
		}
		if (text.charAt(this.index) === 's' && isDigit(text.charCodeAt(this.index + 1))) {
			this.index++;
			return 'Swift';
		}
		return this.identifier();
	}

	/** Decodes an operator name. Returns undefined unless it is marked as a prefix, postfix, or infix operator. */
	private operatorOf(name: string): string | undefined {
		const { text, index } = this;
		if (text.charAt(index) !== 'o' || !/[pPi]/.test(text.charAt(index + 1))) {
			return undefined;
		}
		this.index += 2;
		return operatorName(name);
	}

	/** Skips the discriminator of a private name: an identifier that starts with `_`, followed by `LL`. */
	private skipDiscriminator(): void {
		const before = this.index;
		const words = this.words.length;
		const name = this.identifier();
		if (name?.startsWith('_') && this.text.startsWith('LL', this.index)) {
			this.index += 2;
		} else {
			this.index = before;
			this.words.length = words;
		}
	}

	private operators(): string {
		const { text } = this;
		let operators = '';
		while (this.index < text.length) {
			const code = text.charCodeAt(this.index);
			const character = text.charAt(this.index);
			if (isDigit(code)) {
				const last = operators.charAt(operators.length - 1);
				const numbered = last === 'U' || last === 'Y' || last === 'Q';
				const name = numbered ? undefined : this.identifier();
				if (name === undefined) {
					operators += character;
					this.index++;
				} else {
					this.operator = this.operatorOf(name) ?? this.operator;
				}
			} else if (character === 'S') {
				this.index += 2;
			} else if (character === 'A') {
				this.index++;
				while (
					this.index < text.length &&
					(isLower(text.charCodeAt(this.index)) || isDigit(text.charCodeAt(this.index)))
				) {
					this.index++;
				}
				this.index++;
			} else {
				operators += character;
				this.index++;
			}
		}
		return operators;
	}

	/** Reads an identifier: `4Cart`, `0A4Name` with words of earlier identifiers, or `00…` in Punycode. */
	identifier(): string | undefined {
		const { text } = this;
		let index = this.index;
		if (!isDigit(text.charCodeAt(index))) {
			return undefined;
		}
		let substitutes = false;
		let encoded = false;
		if (text.charAt(index) === '0') {
			index++;
			encoded = text.charAt(index) === '0';
			substitutes = !encoded;
			index += encoded ? 1 : 0;
		}
		let name = '';
		do {
			while (substitutes && (isLower(text.charCodeAt(index)) || isUpper(text.charCodeAt(index)))) {
				const code = text.charCodeAt(index++);
				const word = this.words[isLower(code) ? code - 0x61 : code - 0x41];
				if (word === undefined) {
					return undefined;
				}
				name += word;
				substitutes = isLower(code);
			}
			if (text.charAt(index) === '0') {
				index++;
				break;
			}
			const lengthEnd = digitsEnd(text, index);
			const length = Number(text.slice(index, lengthEnd));
			const start = encoded && text.charAt(lengthEnd) === '_' ? lengthEnd + 1 : lengthEnd;
			if (lengthEnd === index) {
				break;
			}
			if (length === 0 || start + length > text.length) {
				return undefined;
			}
			const part = text.slice(start, start + length);
			name += encoded ? (decodeIdentifier(part) ?? part) : part;
			if (!encoded) {
				this.learnWords(part);
			}
			index = start + length;
		} while (substitutes);
		if (name === '') {
			return undefined;
		}
		this.index = index;
		return name;
	}

	/** Stores up to 26 words of at least two letters. A word starts with an uppercase letter or after `_`. */
	private learnWords(part: string): void {
		let start = -1;
		for (let index = 0; index <= part.length; index++) {
			const code = part.charCodeAt(index);
			const before = part.charCodeAt(index - 1);
			const ends = index === part.length || code === 0x5f || (!isUpper(before) && isUpper(code));
			if (start >= 0 && ends) {
				if (index - start >= 2 && this.words.length < 26) {
					this.words.push(part.slice(start, index));
				}
				start = -1;
			}
			if (start < 0 && index < part.length && !isDigit(code) && code !== 0x5f) {
				start = index;
			}
		}
	}
}

/**
 * Returns the name of a member. The mangled form of an initializer contains no name. If it has an identifier in the
 * position of the name, the identifier is a parameter label.
 */
function memberName(name: string | undefined, operators: string, inType: boolean): string {
	const plain = operators.indexOf('F');
	const special = /f[CcDd]/.exec(operators);
	if (inType && special && (plain === -1 || special.index < plain)) {
		return special[0] === 'fC' || special[0] === 'fc' ? 'init' : 'deinit';
	}
	if (name !== undefined) {
		return name;
	}
	return inType && /^[^F]*i[gsMm]/.test(operators) ? 'subscript' : '';
}
