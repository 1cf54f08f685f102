import type { TokenShape } from './tokenShape';

/* Masks personal data and secrets that can be recognized by the form of a single token. */

/** Maximum length of a token to check. A longer token is data or a stack trace without spaces. */
const maxTokenLength = 1_000;

/** Matches API keys with a provider's prefix, which are recognized even if they are short. */
// The input has at most 1,000 characters (`maxTokenLength`).
const providerKey =
	/(?<![A-Za-z\d])(?:(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|ABIA|ACCA)[A-Z\d]{12,}|AIza[\w-]{20,}|ya29\.[\w-]{8,}|1\/\/0[\w-]{16,}|GOCSPX-[\w-]{10,}|(?:xoxe\.)?(?:xox[a-z]|xapp|xwfp)-[\w-]{8,}|gh[opsur]_\w{10,}|github_pat_\w{10,}|gl[a-z]{2,6}-[\w-]{10,}|(?:sk|pk|rk|rzp|pdl|key)_(?:live|test|prod|sdbx)_\w{8,}|whsec_\w{8,}|sk-[\w-]{10,}|npm_\w{10,}|pypi-[\w-]{10,}|SG\.[\w-]{10,}\.[\w-]{10,}|shp[a-z]{2}_\w{10,}|EAA[A-Za-z\d]{20,}|(?:hf|lin_api|glsa|sntry[su]|ph[cx]|figd|sbp|sb_secret|r8|fio|pscale_\w{2,5}|dckr_pat|ntn|secret)_[\w-]{10,}|do[opr]_v1_\w{10,}|dapi[\da-f]{16,}|AT[AC]TT[\w=-]{8,}|sl\.[\w-]{20,}|key-[\da-f]{16,}|sq0[a-z]{3}-[\w-]{10,}|amzn\.mws\.[\w-]{10,}|(?:NRAK|PMAK|nvapi|gsk|tskey)-[\w-]{10,}|fm[12]_[\w-]{10,}|re_\w{8}_\w{16,}|dt0[cs]\d\d\.[A-Z\d.]{24,}|LTAI[A-Za-z\d]{12,}|APA91b[\w-]{20,}|(?<=PushToken\[)[\w-]{10,}|AGE-SECRET-KEY-\w{6,}|A3(?:-[A-Z\d]{5,6}){5,6}|pat[A-Za-z\d]{14}\.[\da-f]{16,}|hv[bsr]\.[\w-]{10,}|\d{8,10}:[A-Za-z][\w-]{30,}|hooks\.slack\.com\/services\/[\w/]+|api\/webhooks\/[\w/-]{16,})/g;

// The input has at most 1,000 characters (`maxTokenLength`).
const jwt = /eyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g;
// The input has at most 1,000 characters (`maxTokenLength`).
const userInfo = /:\/\/[^/@]+@/g;
// The input has at most 1,000 characters (`maxTokenLength`).
const email =
	/[\p{L}\p{M}\p{N}\p{Cf}_.+~$%-]{1,100}(?:@|＠|﹫|%40|%2540)((?:[\p{L}\p{M}\p{N}\p{Cf}-]+[.。．])+(?:\p{L}[\p{L}\p{M}\p{Cf}]+|xn--[\w-]+)|localhost|\d{1,3}(?:\.\d{1,3}){3})/giu;
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
// The input has at most 1,000 characters (`maxTokenLength`).
const mac =
	/(?<![\p{L}\d:-])(?:[\da-f]{2}(?::[\da-f]{2}){5}|[\da-f]{2}(?:[-_][\da-f]{2}){5}|[\da-f]{4}\.[\da-f]{4}\.[\da-f]{4})(?![\p{L}\d:-])/giu;
/** Matches host names that contain an IP address, such as `ip-10-0-12-34.ec2.internal`. */
// The input has at most 1,000 characters (`maxTokenLength`).
const hostWithAddress = /(?<![\p{L}\d-])ip(?:-\d{1,3}){4}(?![\p{L}\d-])/giu;
/** Matches a percent-encoded credential after an authentication scheme. */
// The input has at most 1,000 characters (`maxTokenLength`).
const encodedScheme = /(?<![A-Za-z\d])(bearer|basic)(%20)[\w.~+/=-]{6,}/gi;
const ipv4 = /(?<![\d.v])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)/g;
// The input has at most 1,000 characters (`maxTokenLength`).
const ipv6 = /(?<![\p{L}\d])(?<![\da-f]:)(?:[\da-f]{0,4}:){2,7}[\da-f]{0,4}(?![\p{L}\d:])/giu;
// The input has at most 1,000 characters (`maxTokenLength`).
const fingerprint = /(?:[\da-f]{2}:){7,}[\da-f]{2}/gi;
// The input has at most 1,000 characters (`maxTokenLength`).
const hex = /[\da-f]{32,}/gi;
// The input has at most 1,000 characters (`maxTokenLength`).
const base64 = /[A-Za-z\d+/_-]{24,}={0,2}/g;
// The input has at most 1,000 characters (`maxTokenLength`).
const iban = /(?<![A-Za-z\d])[A-Z]{2}\d{2}[A-Z\d]{11,30}(?![A-Za-z\d])/g;
// The input has at most 1,000 characters (`maxTokenLength`).
const number = /\p{Nd}{9,}/gu;
const pointer = /^0x[\da-f]{1,16}$/i;
/** Matches symbol names that were mangled by a compiler, which look random but are not secrets. */
const mangled = /^(?:_?\$[sS]|_T|_{1,2}Z|_R[A-Z])/;
// The input has at most 1,000 characters (`maxTokenLength`).
const homeFolder = /(\/|%2F|%5C)(Users|home)(\/|%2F|%5C)([^/%:]+(?:%20[^/%:]+)*)/g;
/** Matches the text before `/home` in paths of home folders but not in web addresses, where `/home` is often a page. */
const beforeHome =
	/^$|[=:@]$|:\/\/$|^(?:vscode-[a-z-]{1,30}|sftp|ssh|scp):\/\/[^/]*$|^(?:\/(?:usr|export|var|mnt|net|nfs|host_mnt|private|root|snap))+$|%[\dA-F]{2}$/;
const sharedFolders = /^(?:Shared|Public|Default|runner|<.*)$/;

export function maskToken(token: string, shape: TokenShape): string {
	if (token.length > maxTokenLength) {
		const beginning = token.slice(0, maxTokenLength);
		return isWords(beginning) ? `${maskToken(beginning, shape)}…` : '<data>';
	}
	const { digits, dots, colons, slashes, hasAt, longestRun } = shape;
	if (digits === 0 && !hasAt && longestRun < 15 && slashes === 0 && colons === 0) {
		return token;
	}
	if (pointer.test(token)) {
		return token;
	}
	let masked = token;
	if (hasAt) {
		masked = masked
			.replace(userInfo, '://<credentials>@')
			.replace(encodedScheme, '$1$2<token>')
			// In the name of an image file, such as `icon@2x.png`, the text after `@` isn't a domain.
			.replace(email, (found, domain: string) => (/^\d(?:\.\d)?x\./.test(domain) ? found : '<email>'));
	}
	if (slashes > 0 || hasAt) {
		masked = masked.replace(homeFolder, maskHome);
	}
	if (longestRun >= 8 && (digits > 0 || longestRun >= 16)) {
		masked = masked.replace(jwt, '<jwt>').replace(providerKey, '<token>');
	}
	if (digits >= 6 && longestRun >= 15) {
		masked = masked.replace(uuid, '<uuid>').replace(iban, '<iban>');
	}
	if (colons >= 2 || digits >= 4) {
		masked = masked
			.replace(hostWithAddress, '<ip>')
			.replace(fingerprint, '<hex>')
			.replace(mac, (found) => (/\d/.test(found) ? '<mac>' : found));
	}
	if (dots >= 3) {
		masked = masked.replace(ipv4, '<ip>');
	}
	if (colons >= 2) {
		masked = masked.replace(ipv6, (found) => (isAddress(found) ? '<ip>' : found));
	}
	if (longestRun >= 24 && !mangled.test(token)) {
		masked = masked.replace(hex, '<hex>').replace(base64, (found) => (isKey(found) ? '<base64>' : found));
	}
	return digits >= 9 ? masked.replace(number, '<number>') : masked;
}

function maskHome(
	...[found, before, folder, after, name, at, token]: [string, string, string, string, string, number, string]
): string {
	const isPath = folder === 'Users' || beforeHome.test(token.slice(0, at));
	return isPath && !sharedFolders.test(name) ? `${before}${folder}${after}<user>` : found;
}

/** Returns true if the text is an IPv6 address and not a time or a type name. */
function isAddress(text: string): boolean {
	const groups = text.split(':');
	return groups.length === 8 || (text.includes('::') && /\d/.test(text) && groups.join('').length >= 3);
}

/**
 * Minimum length of a key in an unknown format. Shorter keys must contain uppercase letters, lowercase letters, and
 * digits.
 */
const minKeyLength = 32;

function isKey(text: string): boolean {
	const changes = text.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
	if (text.length < minKeyLength) {
		return changes >= 4 && /[A-Z]/.test(text) && /[a-z]/.test(text) && !/[/_-]/.test(text);
	}
	return !isWords(text) || changes >= 6;
}

/** Minimum average length of the letter sequences in readable text. In random strings, the average is below two. */
const minWordLength = 3;
const maxShortShare = 0.4;

function isWords(text: string): boolean {
	// The input has at most 1,000 characters (`maxTokenLength`).
	const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^A-Za-z\d]+/g) ?? [];
	const letters = words.filter((word) => /^[A-Za-z]/.test(word));
	const length = letters.reduce((sum, word) => sum + word.length, 0);
	const short = letters.filter((word) => word.length <= 2).length;
	return letters.length === 0 || (length / letters.length >= minWordLength && short / letters.length <= maxShortShare);
}
