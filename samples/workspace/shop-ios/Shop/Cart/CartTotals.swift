import Foundation

struct CartLine: Codable {
    let productID: String
    let unitPrice: Int
    let quantity: Int
}

/// Adds up carts in minor units, so that nothing is lost to rounding.
struct CartTotals {
    let lines: [CartLine]

    func sum() -> Int {
        lines.reduce(0) { total, line in
            // Traps when the product does not fit into an Int.
            total + line.unitPrice * line.quantity
        }
    }

    /// The line that the discount is shown on.
    func discountedLine(at position: Int) -> CartLine {
        lines[position]
    }

    func shares(of discount: Int) -> [Int] {
        let whole = sum()
        return lines.map { line in
            // An empty or free cart has no share to give.
            discount * line.unitPrice / whole
        }
    }
}
