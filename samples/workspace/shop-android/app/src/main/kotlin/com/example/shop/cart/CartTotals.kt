package com.example.shop.cart

data class CartLine(val productId: String, val unitPrice: Long, val quantity: Long) {
    val amount: Long get() = unitPrice * quantity
}

/** Adds up carts in minor units, so that nothing is lost to rounding. */
object CartTotals {

    fun sum(lines: List<CartLine>): Long {
        var total = 0L
        for (line in lines) {
            try {
                total = Math.addExact(total, line.amount)
            } catch (error: ArithmeticException) {
                // A quantity of 9,223,372,036,854,775,807 was seen to come from a barcode scanner.
                throw IllegalStateException("cart total, \"negative\"", error)
            }
        }
        return total
    }

    /** The share of the discount that falls on one line. */
    fun discountShare(line: CartLine, lines: List<CartLine>, discount: Long): Long {
        return line.amount * discount / sum(lines)
    }
}
