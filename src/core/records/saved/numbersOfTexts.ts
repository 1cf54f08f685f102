import { Bitset } from '../../common/bitset';
import { halvesOf } from '../query/values/numberText';
import type { HeldDictionary } from '../table/fileIndex';
import { textOfNumber } from '../table/numberStore';
import type { CodedNumbers, NumberValues } from '../table/table';

/** A dictionary's values as numbers; undefined where one of them is not written as such numbers are. */
export function numbersOfTexts(values: HeldDictionary, form: NumberValues['form']): CodedNumbers | undefined {
	if (values.asNumbers) {
		return values.asNumbers.form === form ? values.asNumbers : undefined;
	}
	const { size } = values;
	const low = new Uint32Array(size);
	const high = new Uint32Array(size);
	const present = new Bitset(size);
	present.addRange(1, size);
	for (let code = 1; code < size; code++) {
		const text = values.value(code);
		const halves = halvesOf(form, text);
		low[code] = halves?.low ?? 0;
		high[code] = halves?.high ?? 0;
		// A day that no month has is a time too, and would be told as another one.
		if (!halves || textOfNumber({ form, low, high, present }, code) !== text) {
			return undefined;
		}
	}
	return { form, low, high: high.some((half) => half !== 0) ? high : undefined };
}
