import type { ErrorKinds } from '../errorKind';
import * as cart from './cart';
import * as catalog from './catalog';
import { minifiedKinds } from './minified';
import * as pricing from './pricing';
import * as system from './system';
import { notResponding } from './threadDump';

/** Shop for Android. */
export const androidKinds: ErrorKinds = [
	cart.cartTotal,
	catalog.withdrawnProduct,
	pricing.priceTimeout,
	cart.noCoupon,
	pricing.refusedPrices,
	notResponding(cart.cartLocked),
	pricing.localPrice,
	catalog.notFeatured,
	...minifiedKinds,
	cart.couponTotal,
	pricing.search,
	cart.secondUpgrade,
	pricing.expiredCertificate,
	system.ordersNotSent,
	catalog.staleList,
	cart.freeCart,
	pricing.pageInsteadOfPrices,
	system.badWindowToken,
	cart.duplicateLine,
	system.deadSystem,
	pricing.unknownCurrency,
	cart.noCursorWindow,
	system.stateTooLarge,
	catalog.missingString,
	catalog.categoryCircle,
];
