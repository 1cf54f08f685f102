import { isPersonalKey, isSecretKey } from '../../../plan/personalNames';

/* Masks values after keys that indicate a secret or personal data, such as `password=…` and `"email": "…"`. */

export interface MaskedValue {
	/** Replacement for the original text that starts `kept` characters after the key and ends at `end`. */
	readonly text: string;
	readonly end: number;
	readonly kept: number;
}

type Mask = '<secret>' | '<personal>';

const maxQuotedLength = 4_096;
const wholeLineKeys = /(?:cookie|authorization)$/i;
/** Matches values that describe a secret, such as `missing` or `expired`, instead of containing the secret. */
const states = /^(?:null|nil|none|undefined|true|false|required|missing|empty|invalid|expired|optional|\*+|-)\.?$/i;
/** Matches type names in signatures such as `login(password: Swift.String)`. */
const typeName = /^(?:Swift|Foundation|System|std|java|kotlin)\.|^(?:String|Data|Int|Bool|Any|Object|Character)[?!]?$/;
const digitsOnly = /^\d{1,5}$/;
const shortSecret = /(?:pin|otp|cv[vc]2?|csc|code|pass|passw(?:or)?d|pwd|passcode)$/i;

export class KeyedValues {
	private readonly separators =
		/(?:\\{0,3}["'`]?[ \t]{0,3}(?:=>|->|[:=：＝])|(?:\[\d{0,3}\]|\\{0,3}["']?\])[ \t]{0,3}=>?)[ \t]{0,3}/y;
	/** Matches the text between a name and its value in separate attributes, as in `name="password" value="…"`. */
	private readonly valueAttribute =
		/\\{0,3}["'](?:[ \t]{1,3}value=|[ \t]{0,3},[ \t]{0,3}\\{0,3}["']value\\{0,3}["'][ \t]{0,3}:[ \t]{0,3})(?=\\{0,3}["'])/iy;
	private readonly optionSeparator = /["'] ?, ?(?=["'])|[ \t](?=[^\s-])/y;
	private readonly opening = /[ \t]{0,3}(?:(?:Optional|Some|Just)\()?(\\{0,3}["'`]|%2[27])?/y;
	private readonly list = /\[[^\]\n]{1,2000}\]/y;
	private readonly plain = /[^\s"'`&,;<>(){}[\]|\\]{1,4096}/y;
	private readonly wholeLine = /[^\r\n"'\\]{1,4096}/y;
	/** Matches schemes of the `Authorization` header that are followed by parameters, which can be in quotation marks. */
	private readonly parameters =
		/(?:digest|oauth|hawk|signature|aws4[\w-]{0,30}|scram[\w-]{0,30})[ \t][^\r\n\\]{1,4096}/iy;
	private readonly element = /(["']?>)([^<>]{1,1000})<\//y;
	/** Matches schemes of the `Authorization` header that are followed by a single word. */
	private readonly scheme = /(?:bearer|basic|token|apikey|negotiate)[ \t]+(?=[^\s])/iy;

	constructor(private readonly text: string) {}

	/** Masks the value of `key` if the text before `at` ends with the key and a separator, as in `password=`. */
	at(key: string, at: number): MaskedValue | undefined {
		if (key.length < 2 || (this.isLineNumber(at) && !shortSecret.test(key) && this.text[at - 1] === ':')) {
			return undefined;
		}
		const isAssigned = this.text[at - 1] !== ':' || this.text.startsWith('"', at + (this.text[at] === ' ' ? 1 : 0));
		const mask = maskOf(key, isAssigned);
		return mask && this.valueAt(at, key, mask, '');
	}

	/** Masks the value of a key that ends at `end` and is followed by a separator, as in `"key": "value"`. */
	after(key: string, end: number): MaskedValue | undefined {
		if (!canSeparate(this.text.charCodeAt(end))) {
			return undefined;
		}
		const between =
			this.matchAt(this.separators, end) ??
			this.matchAt(this.valueAttribute, end) ??
			(key.startsWith('--') ? this.matchAt(this.optionSeparator, end) : undefined);
		if (between) {
			// Text such as `name: value` without quotation marks or `=` is often prose, so only secrets are masked in it.
			const isAssigned = /["'`=＝]/.test(between[0]);
			const mask = maskOf(key, isAssigned);
			return mask && (isAssigned || mask === '<secret>')
				? this.valueAt(end + between[0].length, key, mask, between[0])
				: undefined;
		}
		const element = this.matchAt(this.element, end);
		const mask = element && maskOf(key, true);
		return mask && { text: `${element[1]}${mask}`, end: end + element[0].length - '</'.length, kept: 0 };
	}

	private isLineNumber(start: number): boolean {
		let at = start;
		while (isDigit(this.text.charCodeAt(at))) {
			at++;
		}
		return at > start && at <= start + 5 && !/[\w.-]/.test(this.text.charAt(at));
	}

	private valueAt(at: number, key: string, mask: Mask, before: string): MaskedValue | undefined {
		const [found = '', quote] = this.matchAt(this.opening, at) ?? [];
		const start = at + found.length;
		if (quote !== undefined) {
			const end = this.quotedEnd(start, quote);
			const isNothing = end === start || states.test(this.text.slice(start, end));
			return isNothing ? undefined : { text: before + found + this.withScheme(start, mask), end, kept: 0 };
		}
		const listed = mask === '<secret>' ? this.matchAt(this.list, start) : undefined;
		if (listed) {
			return { text: `${before}${found}[${mask}]`, end: start + listed[0].length, kept: 0 };
		}
		const schemeLength = this.matchAt(this.scheme, start)?.[0].length ?? 0;
		const isWholeLine = wholeLineKeys.test(key) && schemeLength === 0;
		const line = isWholeLine
			? (this.matchAt(this.parameters, start) ?? this.matchAt(this.wholeLine, start))
			: undefined;
		const [value = ''] = line ?? this.matchAt(this.plain, start + schemeLength) ?? [];
		return isNoValue(value, key, mask)
			? undefined
			: { text: before + found + this.withScheme(start, mask), end: start + schemeLength + value.length, kept: 0 };
	}

	private withScheme(start: number, mask: Mask): string {
		const found = this.matchAt(this.scheme, start);
		return found ? `${found[0]}<token>` : mask;
	}

	private quotedEnd(start: number, quote: string): number {
		const { text } = this;
		const limit = Math.min(text.length, start + maxQuotedLength);
		for (let at = start; at < limit; at++) {
			const code = text.charCodeAt(at);
			if (code === 10 || code === 13 || text.startsWith(quote, at)) {
				return at;
			}
			// A quotation mark after a backslash closes the value only if the opening quotation mark was escaped as well.
			at += code === 92 && quote.length === 1 ? 1 : 0;
		}
		return limit;
	}

	private matchAt(pattern: RegExp, at: number): RegExpExecArray | undefined {
		pattern.lastIndex = at;
		return pattern.exec(this.text) ?? undefined;
	}
}

function canSeparate(code: number): boolean {
	return ' \t"\'`>\\[]'.includes(String.fromCharCode(code)) || code > 0xff00;
}

function isDigit(code: number): boolean {
	return code >= 0x30 && code <= 0x39;
}

function maskOf(key: string, isAssigned: boolean): Mask | undefined {
	return isSecretKey(key) ? '<secret>' : isPersonalKey(key, isAssigned) ? '<personal>' : undefined;
}

function isNoValue(value: string, key: string, mask: Mask): boolean {
	return (
		value === '' ||
		value.startsWith(':') ||
		value.endsWith(':') ||
		states.test(value) ||
		typeName.test(value) ||
		(mask === '<secret>' && digitsOnly.test(value) && !shortSecret.test(key))
	);
}
