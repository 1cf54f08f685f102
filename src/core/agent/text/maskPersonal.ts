import { maskKnown } from './masks/knownValues';
import { maskSeparatedNumbers } from './masks/separatedNumbers';
import { TokenMasker } from './masks/tokenMasker';

/** Masks the `known` values and personal data with a recognizable form, such as email addresses and keys. */
export function maskPersonal(text: string, known: readonly string[] = []): string {
	return new TokenMasker(maskSeparatedNumbers(maskKnown(text, known))).masked();
}
