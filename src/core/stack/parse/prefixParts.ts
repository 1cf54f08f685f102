import { isDigit } from '../../../shared/ascii';

/** Part of a log prefix. The pattern's groups match the source of the log line. */
interface PrefixPart {
	/** Matches the part at the start of the text. The length of the match is limited, so matching takes constant time. */
	readonly pattern: RegExp;
	/** Whether this part alone identifies a log line. Other parts must follow such a part. */
	readonly first: boolean;
	readonly ending?: RegExp;
	readonly isDoubtful?: boolean;
	/** Matches text that looks like this part but may be the start of the message. */
	readonly doubtful?: RegExp;
	readonly isAlone?: boolean;
}

interface FoundPart {
	readonly part: PrefixPart;
	readonly match: RegExpExecArray;
	readonly number: number;
}

const first = (pattern: RegExp): PrefixPart => ({ pattern, first: true });
const later = (pattern: RegExp): PrefixPart => ({ pattern, first: false });

/** Matches the columns that AWS Lambda prints after the time: `21706b0d-9561-4a3d-a4f6-ddfc24be6d07	ERROR	`. */
const awsRequest =
	/^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|undefined)\t(?:(?:TRACE|DEBUG|INFO|WARN|ERROR|FATAL)\t)?/;

const afterDigit: readonly PrefixPart[] = [
	// Dates and times in prefixes: `2026-11-20T10:00:00.123Z `, `2026/11/20 `, `11-20 10:00:00.000 `, `10:00:00,123 +0300 `
	first(
		/^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?(?:[T ]\d{1,2}:\d{2}[\d:.,]{0,16})?(?: [AP]M)?(?:Z| ?[+-]\d{2}:?\d{2})?:?(?:[ \t]|$)/,
	),
	first(/^\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d{1,9})?(?: [AP]M)?(?:Z| ?[+-]\d{2}:?\d{2})?:?(?:[ \t]|$)/),
	first(/^\d{1,10}\.\d{3,9} (?= {0,7}(?:\w{1,20} {1,5})?\d{1,7} {1,7}\d{1,7} [VDIWEFAS] )/),
	// Prefix in Android Studio's log until 2021: `1234-1250/com.acme.shop E/Tag: `, `1234-1250/? A/DEBUG: `
	first(/^(\d{1,7})-(\d{1,7})(?:\/\S{1,120})? [VDIWEFA](?:\/((?:\w{1,20}:(?=\w))?[^:]{1,60}?) {0,23})?[:﹕](?: |$)/),
	// Prefix in Android Studio's log: `1234-1250  Tag       com.acme.shop      E  `
	first(/^(\d{1,7})-(\d{1,7}) {1,7}(?:(\S{1,60}) {1,60})?(?:\S{1,120} {1,60})?(?:\S{1,120} {1,60})?[VDIWEFA] {2}/),
	// Prefix in Android's log: `1234  1250 E Tag     : `, `10123  1234  1250 E Tag: `, `1250 E Tag: `
	first(
		/^(?:\d{1,7} {1,5})?(\d{1,7}) {1,7}(\d{1,7}) [VDIWEFAS] ((?:\w{1,20}:(?=\w))?[^:]{0,60}?(?:::\w{1,40})?(?:::\w{1,40})?) {0,23}:(?: |$)/,
	),
	first(/^(\d{1,7}) [VDIWEFAS] ((?:\w{1,20}:(?=\w))?[^\s:]{1,60}) {0,23}:(?: |$)/),
	// Prefix in Unity's Android log window: `1234 1250 Error Unity `
	first(/^(\d{1,7}) (\d{1,7}) (?:Verbose|Debug|Info|Warn|Error|Fatal|Silent) (\S{1,60}?):? /),
	// Prefix in the output of macOS's `log show`: `0x1a2b  Error  0x0  123  0  Shop: (libShop.dylib) [com.acme:cart] `
	later(
		/^(0x[\da-f]{1,16}) {1,12}\w{4,12} {1,12}0x[\da-f]{1,16} {1,20}(\d{1,8}) {1,8}\d{1,8} {1,8}([^:]{1,60}): (?:\([\w.+-]{1,120}\) )?(?:\[[\w.-]{1,120}:[\w. -]{1,80}\] )?/,
	),
	first(/^(\d{1,4}\|[\w.-]{1,60}) {0,40}\| ?/),
	later(/^\d\d[OE][+ ]/),
	later(awsRequest),
	later(/^\d{1,8} /),
];

const afterLetter: readonly PrefixPart[] = [
	later(/^(stdout|stderr) [FP](?: |$)/),
	later(/^(?:Verbose|Debug|Info|Warn|Error|Fatal) (Unity):? /),
	{
		pattern:
			/^(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|SEVERE|FATAL(?! EXCEPTION)|CRITICAL|VERBOSE):? {1,2}(?! |\.\.\.)/i,
		first: true,
		isDoubtful: true,
	},
	// Prefix in Android's log: `E/Tag( 123): `, `E/Tag( 1000: 123): `, `E/Tag: `, `E( 123) `, `E( 123: 124) `, `E Tag: `
	first(
		/^(?:[VDIWEFAS]|VERBOSE|DEBUG|INFO|WARN|ERROR|ASSERT)\/((?:\w{1,20}:(?=\w))?[^:()]{0,60}?(?:::\w{1,40})?(?:::\w{1,40})?) {0,23}(?:\( {0,7}(?:\w{1,20}: {0,7})?(\d{1,7})\))?:(?: |$)/,
	),
	{
		pattern: /^[VDIWEFAS]\( {0,7}(?:\w{1,20}: {0,7})?(\d{1,7})\) /,
		first: true,
		ending: / {2}\(([^()]{1,60})\)$/,
	},
	first(/^[VDIWEFAS]\( {0,7}(?:\w{1,20}: {0,7})?(\d{1,7}): {0,7}(\d{1,7}|0x[\da-f]{1,8})\) /),
	first(
		/^[VDIWEFAS] {1,2}(?![\w.$]{0,120}(?:Exception|Error|Throwable):|panic: |backtrace:$)((?:\w{1,20}:(?=\w))?[^\s:()[\]]{1,60}) {0,23}(?:\( {0,7}\d{1,7}\))?:(?: |$)/,
	),
	later(/^\w{1,20} {1,5}(\d{1,7}) {1,7}(\d{1,7}) [VDIWEFAS] ((?:\w{1,20}:(?=\w))?[^:]{0,60}?) {0,23}:(?: |$)/),
	// Prefix in Android Studio's log without process IDs: `com.acme.shop E/Tag: `, `Tag       com.acme.shop      E  `
	first(/^[\w.:]{3,120} [VDIWEFA]\/((?:\w{1,20}:(?=\w))?[^:]{1,60}?) {0,23}:(?: |$)/),
	first(/^([\w.$:/-]{1,60}) {1,60}(?:[\w.:-]{1,120} {1,60})?(?:[\w.:-]{1,120} {1,60})?[VDIWEFA] {2}/),
	// Prefix in the output of macOS's `log show --style compact`: `E  Shop[123:4567] (libShop.dylib) [com.acme:cart] `
	later(
		/^(?:Df|Db|[IEFADS]) {1,2}([^[\]:]{1,60})\[(\d{1,8}:[\da-f]{1,12})\] (?:\([\w.+-]{1,120}\) )?(?:\[[\w.-]{1,120}:[\w. -]{1,80}\] )?/,
	),
	// Prefix in macOS's Console app: `error	10:00:00.123456+0300	Shop	`
	first(/^(?:default|error|fault|info|debug)\t[\d:.]{8,20}[+-]\d{4}\t([^\t]{1,60})\t/),
	// Prefix in container and service logs: `web-1  | `, `flutter: `, `build	Run tests	2026-…`
	first(/^(flutter|System\.err|AndroidRuntime|MonoDroid|mono-rt|ReactNativeJS|Unity|DEBUG) {0,20}:(?: |$)/),
	first(/^([\w.-]{1,60}) {1,40}\| ?/),
	// Prefix in the output of stern, with pod and container: `shop-7d9f8b6c5-x2x9z shop `
	// The input has at most 600 characters (`maxPartLength`).
	first(/^([a-z\d][a-z\d.-]{0,200}-(?:[a-z\d]{5}|\d{1,3}) [a-z\d][a-z\d-]{0,62}) /),
	first(/^([^\t]{1,100}\t[^\t]{1,100})\t\ufeff?(?=\d{4}-\d\d-\d\dT)/),
	// Syslog prefix (RFC 3164): `Nov 20 10:00:00 host shop[123]: `, `Nov 20 10:00:00 host shop: `, `Nov 20 10:00:00.123 `
	first(
		/^[A-Z][a-z]{2} [ \d]\d (?:\d{4} )?\d\d:\d\d:\d\d(?:\.\d{1,9})? (?:[\w.-]{1,80} (?=[\w./-]{1,60}(?:\([\w.+-]{1,80}\))?\[\d)|[\w.-]{1,80} ([\w./-]{1,60}): )?/,
	),
	first(/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,7}(\d{1,8}) [\w./-]{1,80}:\d{1,6}\] /),
	// In pytest reports, error lines start with `E` and several spaces, so `E` may not be a log level.
	{ pattern: /^[VDIWEFA](?:: {1,2}| {2}| (?! )|$)/, first: false, doubtful: /^E {3,22}\w/ },
	// Process and class names: `Shop[123:4567] `, `host shop[123]: `, `Shop(libShop.dylib)[123] <Error>: `, `c.a.Cart : `
	later(
		/^(?:[\w.-]{1,80} )?([\w.-]{1,60})(?:\([\w.+-]{1,80}\))?\[(\d{1,8}(?::[\da-f]{1,12})?|[a-z]{1,20}\.\d{1,4})\](?: <\w{1,10}>)?:? (?:\([\w.+-]{1,120}\) )?(?:\[[\w.-]{1,120}:[\w. -]{1,80}\] )?/,
	),
	// Prefix in Unreal Engine's log without times: `LogWindows: Error: `
	first(/^Log[A-Z]\w{1,40}: (?:(?:Fatal|Error|Warning|Display|Log): ?)?/),
	// Prefix in the log of Android's runtime: `java_vm_ext.cc:594] `
	first(/^[\w./-]{1,80}\.cc:\d{1,6}\] /),
	later(awsRequest),
	later(/^[\w.$]{1,120} {0,40}- |^[\w.$]{1,120} {1,40}: /),
	later(/^(?![\w.$]{0,120}(?:Exception|Error|Throwable|Failure|Fault|Suppressed):)[\w.$]{1,120}: /),
];

const afterBracket: readonly PrefixPart[] = [
	// Prefix in Android's log with headers: `[ 11-20 10:00:00.000  1234: 1250 E/Tag ]`
	{
		pattern:
			/^\[ {1,8}[\d-]{1,12}[ .][\d:.]{3,20} (?:[+-]\d{4} )? {0,7}(?:\w{1,20}: {0,7})?(\d{1,7}): {0,7}(\d{1,7}|0x[\da-f]{1,8}) [VDIWEFAS]\/([^\]]{0,60}?) {0,23}\]$/,
		first: true,
		isAlone: true,
	},
	first(/^\[ {0,8}(?:\d{1,8}\.\d{3,9}|\+?\d{1,7} ?ms)?\] /),
	// Prefix in Unreal Engine's log: `[2026.11.20-10.00.00:123][ 42]LogWindows: Error: `
	first(/^\[[\d.-]{10,20}:\d{3}\]\[ {0,3}\d{1,3}\](?=Log\w)/),
	first(/^\[\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\](?:[WEFi]?:[ \t]{0,2}(?:\[[\w /.-]{1,80}\] )?|(?=\t))/),
	// Text in brackets in prefixes: `[main] `, `[2026-11-20 10:00:00]: `
	{ pattern: /^(?:\[[\w .:,+/#@$-]{1,80}\]){1,3}(?::? |:?$)/, first: true, isDoubtful: true },
];

const afterAngle: readonly PrefixPart[] = [
	// Syslog prefix (RFC 5424 or RFC 3164): `<165>1 2026-11-20T10:00:00Z host shop 123 ID47 [a@1 b="c"] `, `<13>Nov 20 …`
	first(
		/^<\d{1,3}>\d{1,2} [\w:.+-]{1,40} [^ ]{1,255} ([^ ]{1,48}) ([^ ]{1,128}) [^ ]{1,32} (?:-|\[[^\]]{1,200}\](?:\[[^\]]{1,200}\])?) \ufeff?/,
	),
	first(/^<\d{1,3}>(?=[A-Z][a-z]{2} [ \d]\d |\d{4}-)/),
	later(/^<\w{1,12}>:? /),
];

const afterSign: readonly PrefixPart[] = [
	later(/^\([\w .:,+/#@$-]{1,80}\) /),
	later(/^[+-]\d{2}:?\d{2} /),
	later(/^(?:-{1,3}|\||▸) /),
	// Prefix in logs of CI services: `##[error]`
	later(/^##\[[a-z]{1,12}\]/),
	// pidcat prints a tag only once, in a column before the level: `         Shop  E  `, `               E  `
	first(/^ {2}[VDIWEFA] {2}/),
];

const groups: readonly (readonly PrefixPart[])[] = [afterDigit, afterLetter, afterBracket, afterAngle, afterSign];

export function findPart(text: string, isFirst: boolean): FoundPart | undefined {
	const group = groupOf(text.charCodeAt(0));
	const parts = groups[group] ?? [];
	for (let index = 0; index < parts.length; index++) {
		const part = parts[index];
		const match = part && (!isFirst || part.first) ? part.pattern.exec(text) : null;
		if (part && match) {
			return { part, match, number: 32 * group + index };
		}
	}
	return undefined;
}

function groupOf(code: number): number {
	const letter = code | 0x20;
	if (isDigit(code)) {
		return 0;
	}
	if ((letter >= 0x61 && letter <= 0x7a) || code === 0x5f) {
		return 1;
	}
	return code === 0x5b ? 2 : code === 0x3c ? 3 : 4;
}
