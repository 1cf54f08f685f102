import type { Encoding } from '../../../../shared/results';
import { encodingLabels } from './encodingLabels';

type Legacy = Exclude<Encoding, `utf${string}`>;

/** Maximum number of bytes to examine. Lines that consist of ASCII characters don't count. */
const maxBytes = 64 * 1024;

/** Non-ASCII letters of each language, most frequent first. Both encodings use the same bytes for different letters. */
const latinLetters: Readonly<Record<'windows1252' | 'windows1250', readonly string[]>> = {
	windows1252: ['éèàêçùôîâûëïœ', 'üäößé', 'óíáéñúü', 'ãçáéõíóêúâàô', 'èàùòìé', 'äöåé', 'åøæé', 'íáðéóþúöýæ'],
	windows1250: ['łąężśćóńź', 'íáěéřšžčýůúťňďó', 'áíéčžýšúľťôňďóäŕĺ', 'áéöőóíüúű', 'ăîâţş', 'čšžćđ', 'čšž'],
};

/** Log probability of a letter that the language doesn't use, and of any other character that it doesn't use. */
const foreignLetter = Math.log(1e-5);
const foreignSymbol = Math.log(1e-6);

/**
 * Minimum log likelihood ratio for detecting Windows-1250. It is greater than 0, because Windows-1252 is more common.
 */
const leastEvidence = 1.5;

/**
 * Maximum number of occurrences of a letter that are counted. Files repeat the same messages, so further occurrences
 * mean little.
 */
const mostOccurrences = 3;

/** Detects the encoding of text that isn't Unicode. Without enough evidence, returns Windows-1252. */
export function legacyEncoding(samples: readonly Buffer[]): Legacy {
	const bytes = linesBeyondAscii(samples);
	const latin = latinEncoding(bytes);
	const scores: readonly (readonly [Legacy, number])[] = [
		[latin, shareOfLatin(decode(bytes, latin))],
		['windows1251', shareOfCyrillic(decode(bytes, 'windows1251'))],
		...(['shiftJis', 'gb18030', 'big5', 'eucKr'] as const).map(
			(encoding) => [encoding, shareOfCommon(bytes, encoding)] as const,
		),
	];
	return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** Returns the complete lines with non-ASCII bytes. Incomplete lines at the ends of a sample are omitted. */
function linesBeyondAscii(samples: readonly Buffer[]): Buffer {
	const lines: Buffer[] = [];
	let length = 0;
	for (const [index, sample] of samples.entries()) {
		const last = sample.lastIndexOf(0x0a);
		const end = last === -1 ? sample.length : last;
		for (let start = index === 0 ? 0 : sample.indexOf(0x0a) + 1; start < end && length < maxBytes; ) {
			const found = sample.indexOf(0x0a, start);
			const stop = found === -1 ? end : Math.min(found, end);
			const line = sample.subarray(start, Math.min(stop, start + maxBytes));
			if (line.some((byte) => byte >= 0x80)) {
				lines.push(line, Buffer.from('\n'));
				length += line.length;
			}
			start = stop + 1;
		}
	}
	return lines.length > 0 ? Buffer.concat(lines) : Buffer.concat(samples.slice(0, 1));
}

function latinEncoding(bytes: Buffer): Legacy {
	const likelihood = (encoding: 'windows1252' | 'windows1250') => {
		const text = decode(bytes, encoding).toLowerCase();
		return Math.max(...latinLetters[encoding].map((letters) => likelihoodOf(text, letters)));
	};
	const isSame = decode(bytes, 'windows1250') === decode(bytes, 'windows1252');
	return !isSame && likelihood('windows1250') > likelihood('windows1252') + leastEvidence
		? 'windows1250'
		: 'windows1252';
}

/** Returns the log likelihood of a text. Assumes letter probabilities proportional to 1, 1/2, 1/3, and so on. */
function likelihoodOf(text: string, letters: string): number {
	const harmonic = [...letters].reduce((sum, _, index) => sum + 1 / (index + 1), 0);
	const counts = new Map<string, number>();
	for (const letter of text.match(/[^\p{ASCII}\p{P}\p{Z}]/gu) ?? []) {
		counts.set(letter, (counts.get(letter) ?? 0) + 1);
	}
	let sum = 0;
	for (const [letter, occurrences] of counts) {
		const rank = letters.indexOf(letter);
		const foreign = /\p{L}/u.test(letter) ? foreignLetter : foreignSymbol;
		sum += Math.min(occurrences, mostOccurrences) * (rank === -1 ? foreign : -Math.log((rank + 1) * harmonic));
	}
	return sum;
}

/**
 * Returns the share of non-ASCII characters that are usual in Latin script: letters next to an ASCII letter, and
 * characters without a non-ASCII character next to them.
 */
function shareOfLatin(text: string): number {
	return shareOf(text, (before, letter, after) => {
		const isInWord = /\p{Ll}|\p{Lu}/u.test(letter) && (isAsciiLetter(before) || isAsciiLetter(after));
		return isInWord || !(isBeyond(before) || isBeyond(after));
	});
}

/**
 * Returns the share of non-ASCII characters that are Cyrillic letters and aren't next to an ASCII letter. Uppercase
 * letters after lowercase letters are excluded.
 */
function shareOfCyrillic(text: string): number {
	return shareOf(text, (before, letter, after) => {
		const isMixed = isAsciiLetter(before) || isAsciiLetter(after);
		return /\p{Script=Cyrillic}/u.test(letter) && !isMixed && !(/\p{Ll}/u.test(before) && /\p{Lu}/u.test(letter));
	});
}

function shareOf(text: string, isUsual: (before: string, letter: string, after: string) => boolean): number {
	let all = 0;
	let usual = 0;
	for (let index = 0; index < text.length; index++) {
		const letter = text[index] ?? '';
		if (isBeyond(letter) && /[^\p{P}\p{Z}]/u.test(letter)) {
			all++;
			usual += isUsual(text[index - 1] ?? '', letter, text[index + 1] ?? '') ? 1 : 0;
		}
	}
	// All Windows encodings have the same punctuation, so a text without other non-ASCII characters always matches.
	return all === 0 ? 1 : usual / all;
}

/** Returns the share of frequent characters, plus a bonus for bytes in the range in which such characters begin. */
function shareOfCommon(bytes: Buffer, encoding: 'shiftJis' | 'gb18030' | 'big5' | 'eucKr'): number {
	const { common, usualRows } = commonCharacters[encoding];
	const text = decode(bytes, encoding);
	let all = 0;
	let found = 0;
	let faults = 0;
	for (const letter of text) {
		if (letter === '\ufffd') {
			faults++;
		} else if (isBeyond(letter) && /[^\p{P}\p{Z}\p{S}]/u.test(letter)) {
			all++;
			found += common.has(letter) ? 1 : 0;
		}
	}
	if (all === 0 || faults > 1 + all / 50) {
		return 0;
	}
	return Math.min(1, found / all + 0.3 * shareInRows(bytes, usualRows));
}

function shareInRows(bytes: Buffer, [first, last]: readonly [number, number]): number {
	let all = 0;
	let usual = 0;
	for (let index = 0; index < bytes.length; index++) {
		const byte = bytes[index] ?? 0;
		if (byte >= 0x80) {
			all++;
			usual += byte >= first && byte <= last && (bytes[index + 1] ?? 0) >= 0x40 ? 1 : 0;
			index++;
		}
	}
	return usual / all;
}

function decode(bytes: Buffer, encoding: Legacy): string {
	return new TextDecoder(encodingLabels[encoding]).decode(bytes);
}

function isAsciiLetter(letter: string): boolean {
	return /[a-z]/i.test(letter);
}

function isBeyond(letter: string): boolean {
	return letter > '\u007f';
}

/** Most frequent characters. A few hundred of several thousand characters make up most of a typical text. */
const simplifiedChinese =
	'的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没' +
	'动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应' +
	'战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系' +
	'气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界' +
	'达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笔车购错误失败载网络请连超服器' +
	'返针异户登录支付存找参型删除图片视频序崩溃状态码值检查稍试';

const traditionalChinese =
	'的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒' +
	'動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應' +
	'戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系' +
	'氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界' +
	'達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運筆車購錯誤失敗載網請連線逾檔案' +
	'伺服器返標異登錄支付啟儲存找參型刪除圖片視頻狀態碼值檢查稍試';

const japanese =
	'日一国会人年大十二本中長出三同時政事自行社見月分議後前民生連五発間対上部東者党地合市業内相方四定今回新場金員九入選立開手米力学問高代明実円関決子' +
	'動京全目表戦経通外最言氏現理調体化田当八六約主題下首意法不来作性的要用制治度務強気小七成期公野協取都和統以機平総加山思家話世受区領多県続進正安設' +
	'保改数記院女初北午指権心界支第産結百派点教報済書府活原先共得解名交資予川向際査勝面委告軍文反元重近千考判認画海参売利組知案道信策集在件団別物側任' +
	'引使求所次水半品昨論計死官増係感特情投示変打男基私各始島直両朝革価式確村提運終挙果西勢減台広容必応演電歳住争談能無再位置企真流格有疑口過局少放税' +
	'検藤町常校料沢裁状工建語球営空職証土与急止送援供可役構木割聴身費付施切由説転食比難防補車優夫研収断井何南石足違消境神番規術護展態導鮮備宅害配副算' +
	'視条幹独警宮究育席輸訪楽起万着乗店述残想線率病農州武声質念待試族象銀域助労例衛然早張映限親額監環験追審商葉義伝働形景落欧担好退準賞訴辺造英被株頭' +
	'技低毎医復仕去姿味負閣韓渡失移差衆個門写評課末守若脳極種美岡影命含福蔵量望松非撃佐核観察整段横融型白深字答夜製票況音申様財港識注呼渉達存読込除押' +
	'戻敗誤異照処接';

const korean =
	'이다는의에가을를은도고하지로기한사리어서자나그인시해라아대스정보일오부수전과만들제상구있소공주것장동했습니까안세우으여비면게조원신거무러내연방성' +
	'당문모적년개미선경회생할중교간민관국호계유영식트말반권되된양역발청화실와파바진물태요력없불현업류용규위작결명체출차남금단통예름저본드입직행될른북' +
	'히때데번잠더군점속복왔음메살박함울래프크터램버튼료네워접근증능확취형객값널참카담품달렸찾잘못응답초알림종';

const kana = String.fromCharCode(...Array.from({ length: 0x30fe - 0x3041 + 1 }, (_, index) => 0x3041 + index));

interface CommonCharacters {
	readonly common: ReadonlySet<string>;
	readonly usualRows: readonly [number, number];
}

const commonCharacters = {
	shiftJis: { common: new Set(`${kana}${japanese}`), usualRows: [0x81, 0x97] },
	gb18030: { common: new Set(simplifiedChinese), usualRows: [0xa1, 0xd7] },
	big5: { common: new Set(traditionalChinese), usualRows: [0xa1, 0xc6] },
	eucKr: { common: new Set(korean), usualRows: [0xa1, 0xc8] },
} as const satisfies Record<string, CommonCharacters>;
