//! Tameness and presentations.

use super::*;

#[test]
fn tame_and_wild() {
    for (rule, most, tame) in [
        ("nim", 1, true),
        ("nim", 2, true),
        ("nim", 8, true),
        ("0.33", 9, true),
        ("0.0", 3, true),
        ("0.77", 4, true),
        ("0.77", 5, false),
        ("0.75", 9, false),
        ("0.123", 9, false),
    ] {
        let quotient = Quotient::of(&heaps(rule), limits(most), &Work::quiet()).unwrap();
        assert_eq!(quotient.is_tame(), tame, "{rule} to {most}");
    }
    let nim = known("nim", 40);
    let orders = nim.orders();
    assert_eq!(orders, [(0, 1), (1, 2), (2, 6), (4, 10), (8, 18), (16, 34), (32, 66)]);
}

/// Relations hold, and as many words cannot be rewritten as there are elements.
#[test]
fn presentations() {
    for (rule, most) in
        [("0.77", 40), ("0.75", 9), ("0.123", 12), ("0.15", 40), ("nim", 9), ("0.0", 3), ("0.07", 25)]
    {
        let quotient = Quotient::of(&heaps(rule), limits(most), &Work::quiet()).unwrap();
        let presentation = quotient.presentation();
        let element = |word: &Powers| {
            let letters = word.iter().flat_map(|&(heap, times)| vec![heap; times as usize]);
            letters.fold(0, |x, heap| quotient.times(x, quotient.image(heap).unwrap()))
        };
        for relation in &presentation.relations {
            assert_eq!(element(&relation.left), element(&relation.right), "{rule}");
        }
        let divides = |part: &Powers, word: &HashMap<u64, u32>| {
            part.iter().all(|(heap, times)| word.get(heap).is_some_and(|exponent| exponent >= times))
        };
        // Words without a left side in them, built by raising the largest letter or adding a larger one.
        let mut count = 0;
        let mut open: Vec<HashMap<u64, u32>> = vec![HashMap::new()];
        while let Some(word) = open.pop() {
            if presentation.relations.iter().any(|relation| divides(&relation.left, &word)) {
                continue;
            }
            count += 1;
            assert!(count <= quotient.order(), "{rule}");
            let largest = word.keys().copied().max().unwrap_or(0);
            for &heap in presentation.generators.iter().filter(|&&heap| heap >= largest) {
                let mut raised = word.clone();
                *raised.entry(heap).or_default() += 1;
                open.push(raised);
            }
        }
        assert_eq!(count, quotient.order(), "{rule}");
        let lost: Vec<u32> = presentation.lost.iter().map(element).collect();
        assert_eq!(lost, quotient.p_portion(), "{rule}");
    }
    let quotient = Quotient::of(&heaps("0.75"), limits(9), &Work::quiet()).unwrap();
    let text = "⟨a, b, c | a^2 = 1, b c = a b, b^3 = b, c^2 = b^2⟩, P = {a, b^2}";
    assert_eq!(quotient.presentation().to_string(), text);
}
