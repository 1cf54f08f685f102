import { KeyedValues, type MaskedValue } from './keyedValues';
import { maskToken } from './tokenForms';
import { nextToken, shapeOf, type TokenShape } from './tokenShape';

const endOfKey = '-----END';
const maxKeyLength = 16_384;
const sharedUsers = /^(?:Public|Default|All Users|runneradmin)$/i;
/** Matches Windows folders whose subfolders are named after users. */
const userFolder = /^(?:Users|Settings|home|Profiles)$/i;
/** Matches a home folder in JSON with escaped slashes, as in `\/home\/anna`. */
const escapedHome = /^\/(?:Users|home)$/;
const mailDomain = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.\p{L}{2,}\.?$/u;
const maxDomainLength = 255;
/** Matches a character in the local part of an email address, including characters that separate tokens. */
const localPart = /[\p{L}\p{M}\p{N}'!#&*?^{|}`._+~$-]/u;
const maxLocalLength = 64;
const maxEncodedKeyLength = 80;
/** Matches command-line options that are followed by a user name, a colon, and a password. */
const userOption = /^(?:-u|--user|--proxy-user)$/;

export class TokenMasker {
	private output = '';
	private at = 0;
	private previous = '';
	private before = '';
	private readonly values: KeyedValues;
	private readonly escapedAt =
		/(?:&#64;|&#x40;|&commat;|\\{1,2}u0040|\\{1,2}x40| ?[[({<] ?(?:at|@) ?[\])}>] ?)(?=[\p{L}\p{N}])/iuy;
	private readonly windowsUser = /(\\{1,4}\/?)([^\\/:*?"<>|\r\n]{1,64})/y;
	/** Matches the remaining words of a user name with spaces, such as ` Maria Lopez` in `/home/Anna Maria Lopez/`. */
	private readonly nameWords = /(?: [\p{L}\p{N}.'-]{1,30}){1,3}(?=\/)/uy;
	private readonly credentials = /:\/\/[^\s/@"'<>]{1,256}@/y;
	private readonly privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY/y;

	constructor(private readonly text: string) {
		this.values = new KeyedValues(text);
	}

	masked(): string {
		const { text } = this;
		for (let start = nextToken(text, 0); start < text.length; start = nextToken(text, this.at)) {
			this.output += text.slice(this.at, start);
			this.at = start;
			this.token(start, shapeOf(text, start));
		}
		return this.output + text.slice(this.at);
	}

	private token(start: number, shape: TokenShape): void {
		const { text } = this;
		const token = text.slice(start, shape.end);
		const isSecret = isScheme(this.previous) && this.isAuthorization(start, token);
		const isLogin = userOption.test(this.previous) && /^[^:]+:[^:]/.test(token);
		this.before = this.previous;
		this.previous = token;
		if (isSecret) {
			this.write('<token>', shape.end);
		} else if (isLogin) {
			this.write('<credentials>', shape.end);
		} else if (
			!(this.wholeKey(token, start) || this.user(token, start) || (shape.hasSeparator && this.inside(start, shape)))
		) {
			const after = this.values.after(this.keyOf(token), shape.end);
			const masked = maskToken(token, shape);
			this.writeAddress(token, masked, shape.end);
			if (after) {
				this.write(after.text, after.end);
			} else {
				this.addressWithEscape(start, token);
				this.restOfName(token, masked);
			}
		}
	}

	private keyOf(token: string): string {
		if (/^unexpected$/i.test(this.before) && /^token:?$/i.test(token)) {
			// In a parser's error message `Unexpected token …`, the next word is source code and not a secret.
			return '';
		}
		return /^(?:key|code|phrase)$/i.test(token) ? `${this.before.slice(-20)} ${token}` : token;
	}

	private write(text: string, end: number): void {
		this.output += text;
		this.at = end;
	}

	/** Returns true if the token after `Basic` or `Bearer` is a credential and not an ordinary word. */
	private isAuthorization(start: number, token: string): boolean {
		return this.text[start - 1] === ' ' && (/bearer$/i.test(this.previous) || /[\d=A-Z]/.test(token.slice(1)));
	}

	private wholeKey(token: string, start: number): boolean {
		this.privateKey.lastIndex = start;
		if (!token.startsWith('-----BEGIN') || !this.privateKey.test(this.text)) {
			return false;
		}
		const end = this.text.slice(start, start + maxKeyLength).indexOf(endOfKey);
		this.write('<private key>', end === -1 ? Math.min(this.text.length, start + maxKeyLength) : start + end);
		return true;
	}

	private user(token: string, start: number): boolean {
		const end = start + token.length;
		const isFolder = this.text[start - 1] === '\\' || this.text.slice(start - 4, start) === 'and ';
		const isEscaped = escapedHome.test(token) && this.text.startsWith('\\/', end);
		if (!(isFolder && this.text[end] === '\\' && (isEscaped || userFolder.test(token)))) {
			return false;
		}
		this.windowsUser.lastIndex = end;
		const [found = '', slashes = '', name = ''] = this.windowsUser.exec(this.text) ?? [];
		const isWhole = this.text[end + found.length] === '\\';
		const user = isWhole ? name : (name.split(' ', 1)[0] ?? '');
		if (user === '' || sharedUsers.test(user)) {
			return false;
		}
		this.write(`${token}${slashes}<user>`, end + slashes.length + user.length);
		return true;
	}

	private inside(start: number, { end }: TokenShape): boolean {
		const { text } = this;
		let keyStart = start;
		for (let at = start; at < end; at++) {
			const quoteLength = encodedQuoteLength(text, at);
			const length = separatorLength(text, at + quoteLength);
			if (length === 0) {
				keyStart = isOfKey(text.charCodeAt(at)) ? keyStart : at + 1;
				continue;
			}
			const key =
				keyStart === start
					? this.keyOf(text.slice(start, at))
					: (keyInBrackets(text.slice(start, at)) ?? text.slice(keyStart, at));
			const value = this.credentialsAt(at) ?? this.values.at(key, at + quoteLength + length);
			if (value) {
				const before = text.slice(start, at);
				const masked = maskToken(before, shapeOf(before, 0));
				this.writeAddress(before, masked, at);
				this.write(text.slice(at, at + quoteLength + length + value.kept) + value.text, value.end);
				return true;
			}
			at += quoteLength + length - 1;
			keyStart = at + 1;
		}
		return false;
	}

	private credentialsAt(at: number): MaskedValue | undefined {
		this.credentials.lastIndex = at;
		const found = this.text.startsWith('://', at) ? this.credentials.exec(this.text)?.[0] : undefined;
		return found === undefined ? undefined : { text: '<credentials>@', end: at + found.length, kept: 2 };
	}

	/** Writes a masked token. At the end of an email address, also masks the local part that was already written. */
	private writeAddress(token: string, masked: string, end: number): void {
		const { output } = this;
		const isQuoted = token.startsWith('@') && output.endsWith('"') && mailDomain.test(token.slice(1, maxDomainLength));
		if (isQuoted) {
			const quote = output.slice(0, -1).slice(-maxLocalLength).lastIndexOf('"');
			this.output = quote === -1 ? output : output.slice(0, Math.max(0, output.length - 1 - maxLocalLength) + quote);
			this.write('<email>', end);
			return;
		}
		if (masked.startsWith('<email>') && /['!#&*?^{|}`]$/.test(output)) {
			this.output = withoutLocalPart(output);
		}
		this.write(masked, end);
	}

	/** Masks an email address whose `@` is escaped or spelled out, such as `anna[at]example.com`. */
	private addressWithEscape(start: number, token: string): void {
		const { text, at } = this;
		this.escapedAt.lastIndex = at;
		const next = text[at] === ' ' ? text[at + 1] : text[at];
		const sign = '&\\[({<'.includes(next ?? '.') ? this.escapedAt.exec(text)?.[0] : undefined;
		if (sign === undefined) {
			return;
		}
		const { end } = shapeOf(text, at + sign.length);
		const domain = text.slice(at + sign.length, Math.min(end, at + sign.length + maxDomainLength));
		if (mailDomain.test(domain)) {
			const local = token.slice(Math.max(token.lastIndexOf('='), token.lastIndexOf(':')) + 1);
			this.output = `${this.output.slice(0, Math.max(0, this.output.length - local.length))}<email>`;
			this.at = end;
			this.previous = text.slice(start, end);
		}
	}

	private restOfName(token: string, masked: string): void {
		if (masked.endsWith('<user>') && /\/Users\/[^/]+$/.test(token)) {
			this.nameWords.lastIndex = this.at;
			this.at += this.nameWords.exec(this.text)?.[0].length ?? 0;
		}
	}
}

function isScheme(token: string): boolean {
	return /^[rc]$/i.test(token.slice(-1)) && /(?:bearer|basic)$/i.test(token.slice(-10));
}

function withoutLocalPart(output: string): string {
	let start = output.length;
	while (start > 0 && output.length - start < maxLocalLength && localPart.test(output[start - 1] ?? '')) {
		start--;
	}
	// Text without letters or digits, such as an opening quotation mark, is not part of the email address.
	return output.slice(0, /\p{L}|\p{N}/u.test(output.slice(start)) ? start : output.length);
}

function separatorLength(text: string, at: number): number {
	switch (text.charCodeAt(at)) {
		case 0x3a:
		case 0x3d:
		case 0xff1a:
		case 0xff1d:
			return 1;
		case 0x25:
			return /^%3[ad]$/i.test(text.slice(at, at + 3)) ? 3 : 0;
		default:
			return 0;
	}
}

/** Returns the last key of percent-encoded brackets, such as `password` in `user%5Bpassword%5D`. */
function keyInBrackets(text: string): string | undefined {
	const end = text.slice(-maxEncodedKeyLength);
	return /(?:%5B|^|[^\w%-])([\w-]{1,64})(?:%5B\d{0,3})?%5D$/i.exec(end)?.[1];
}

function encodedQuoteLength(text: string, at: number): number {
	return text.charCodeAt(at) === 0x25 && /^%2[27]$/.test(text.slice(at, at + 3)) ? 3 : 0;
}

function isOfKey(code: number): boolean {
	// Slashes, percent signs, `@`, and `+` end a key.
	return code !== 0x2f && code !== 0x25 && code !== 0x40 && code !== 0x2b;
}
