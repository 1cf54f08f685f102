import type { Encoding } from '../../../../shared/results';

/** Labels of the encodings in the WHATWG Encoding Standard. */
export const encodingLabels: Readonly<Record<Encoding, string>> = {
	utf8: 'utf-8',
	utf16le: 'utf-16le',
	utf16be: 'utf-16be',
	windows1252: 'windows-1252',
	windows1250: 'windows-1250',
	windows1251: 'windows-1251',
	shiftJis: 'shift_jis',
	gb18030: 'gb18030',
	big5: 'big5',
	eucKr: 'euc-kr',
};
